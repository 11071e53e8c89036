import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '../../../shared/ui/Dialog';
import { ItemTools } from '../../../shared/ui/ItemTools';
import { Loaded } from '../../../shared/ui/Loaded';
import { RemoveDialog } from '../../../shared/ui/RemoveDialog';
import css from '../reviews.module.css';
import { t } from '../texts';
import type { Template } from '../wire';
import { templatesQuery, useDeleteTemplate } from './api';
import { TemplateForm } from './TemplateForm';

type Asked = { what: 'edit' | 'remove'; template: Template };

function Line({ template, ask }: { template: Template; ask: (asked: Asked) => void }) {
  const { name, text } = template;
  return (
    <li className={css.line}>
      <div className={css.lineText}>
        <p className={css.lineName}>{name}</p>
        <p className={css.preview}>{text}</p>
      </div>
      <ItemTools
        edit={{ label: t.templates.editOf(name), run: () => ask({ what: 'edit', template }) }}
        remove={{ label: t.templates.removeOf(name), run: () => ask({ what: 'remove', template }) }}
      />
    </li>
  );
}

type LinesProps = { templates: readonly Template[]; ask: (asked: Asked) => void };

function Lines({ templates, ask }: LinesProps) {
  if (templates.length === 0) return <p className={css.quiet}>{t.templates.none}</p>;
  return (
    <ul className={css.lines}>
      {templates.map((template) => (
        <Line key={template.uuidTemplate} template={template} ask={ask} />
      ))}
    </ul>
  );
}

/** The answer templates of a university. */
export function TemplatesDialog({ close }: { close: () => void }) {
  const query = useQuery(templatesQuery);
  const remove = useDeleteTemplate();
  const [asked, setAsked] = useState<Asked | 'add' | null>(null);
  const done = () => setAsked(null);
  const edited = asked !== 'add' && asked?.what === 'edit' ? asked.template : undefined;
  if (asked === 'add' || edited) return <TemplateForm template={edited} close={done} />;
  return (
    <Dialog title={t.templates.title} size="medium" onClose={close}>
      <div className={css.column}>
        <p className={css.quiet}>
          {t.templates.about} {t.templates.marks}
        </p>
        <Loaded query={query} skeleton={<Skeleton height={120} />}>
          {(templates) => <Lines templates={templates} ask={setAsked} />}
        </Loaded>
        <Button className={css.add} variant="default" onClick={() => setAsked('add')}>
          {t.templates.add}
        </Button>
      </div>
      {asked && (
        <RemoveDialog
          title={t.templates.removingTitle}
          text={t.templates.removing(asked.template.name)}
          done={t.templates.deleted}
          mutation={remove}
          variables={asked.template.uuidTemplate}
          close={done}
        />
      )}
    </Dialog>
  );
}

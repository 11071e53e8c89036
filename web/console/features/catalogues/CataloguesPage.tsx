import { ListPanel } from '../../shared/list/ListPage';
import { Page } from '../../shared/ui/Page';
import { UrlTabs } from '../../shared/ui/UrlTabs';
import { ConsentsTab } from './ConsentsTab';
import { entryLists } from './entries';
import { Merges } from './Merges';
import { ReasonsTab } from './ReasonsTab';
import { t } from './texts';
import { universitiesList } from './universities';
import { isMerging, type Kind } from './wire';

const entries = (kind: Kind) => ({
  id: kind,
  label: t.tabs[kind],
  panel: () => (
    <>
      <ListPanel list={entryLists[kind]} />
      {isMerging(kind) && <Merges kind={kind} />}
    </>
  ),
});

const tabs = [
  {
    id: 'universities',
    label: t.tabs.universities,
    panel: () => <ListPanel list={universitiesList} />,
  },
  entries('cities'),
  entries('regions'),
  entries('partner-categories'),
  entries('knowledge-categories'),
  { id: 'reasons', label: t.tabs.reasons, panel: () => <ReasonsTab /> },
  entries('faculties'),
  { id: 'consents', label: t.tabs.consents, panel: () => <ConsentsTab /> },
];

/** /catalogues: what the programme shares, edited by its administrators. */
export function CataloguesPage() {
  return (
    <Page title={t.title} wide>
      <UrlTabs label={t.title} tabs={tabs} listing />
    </Page>
  );
}

import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { iconSize, iconStroke } from '../../../shared/theme/tokens';
import { ItemTools } from '../../../shared/ui/ItemTools';
import { RemoveDialog } from '../../../shared/ui/RemoveDialog';
import { TabFrame } from '../../../shared/ui/TabFrame';
import css from '../tabs.module.css';
import { t } from '../texts';
import type { Discount, Partner } from '../wire';
import { useDeleteDiscount } from './api';
import { DiscountDialog } from './DiscountDialog';
import { mostDiscounts, shownValue } from './rules';

type Opened = { what: 'form'; discount: Discount | null } | { what: 'delete'; discount: Discount };

type TileProps = { discount: Discount; open: (opened: Opened) => void };

function Tile({ discount, open }: TileProps) {
  const value = shownValue(discount);
  return (
    <li className={css.tile}>
      <div className={css.tileHead}>
        <p className={css.tileTitle} data-large={discount.type === 'fix' || undefined}>
          {value}
        </p>
        <ItemTools
          edit={{ label: t.discounts.edit(value), run: () => open({ what: 'form', discount }) }}
          remove={{
            label: t.discounts.remove(value),
            run: () => open({ what: 'delete', discount }),
          }}
        />
      </div>
      <p className={css.tileText}>{discount.description}</p>
    </li>
  );
}

/** The discounts of a partner: at most three. */
export function DiscountsTab({ partner }: { partner: Partner }) {
  const { uuidPartner, discounts } = partner;
  const [opened, setOpened] = useState<Opened | null>(null);
  const remove = useDeleteDiscount();
  const close = () => setOpened(null);
  const left = mostDiscounts - discounts.length;
  return (
    <>
      <TabFrame
        note={left > 0 ? t.discounts.left(left) : t.discounts.full}
        actions={
          left > 0 && (
            <Button
              leftSection={<IconPlus size={iconSize.sm} stroke={iconStroke} aria-hidden />}
              onClick={() => setOpened({ what: 'form', discount: null })}
            >
              {t.discounts.add}
            </Button>
          )
        }
        empty={discounts.length === 0 && t.discounts.empty}
      >
        <ul className={css.tiles}>
          {discounts.map((discount) => (
            <Tile key={discount.uuidDiscount} discount={discount} open={setOpened} />
          ))}
        </ul>
      </TabFrame>
      {opened?.what === 'form' && (
        <DiscountDialog uuidPartner={uuidPartner} discount={opened.discount} close={close} />
      )}
      {opened?.what === 'delete' && (
        <RemoveDialog
          title={t.discounts.removing.title}
          text={t.discounts.removing.text(shownValue(opened.discount))}
          done={t.discounts.deleted}
          mutation={remove}
          variables={opened.discount.uuidDiscount}
          close={close}
        />
      )}
    </>
  );
}

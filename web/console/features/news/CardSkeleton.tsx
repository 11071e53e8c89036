import { CardLayout } from '../../shared/ui/CardLayout';
import { SectionSkeleton } from '../../shared/ui/SectionSkeleton';

/** The placeholder of a card while it loads. */
export function CardSkeleton() {
  return (
    <CardLayout loading end={<SectionSkeleton pairs={7} />}>
      <SectionSkeleton lines={8} />
    </CardLayout>
  );
}

import { CardLayout } from '../../shared/ui/CardLayout';
import { SectionSkeleton } from '../../shared/ui/SectionSkeleton';

/** The shape of a card while it loads. */
export function CardSkeleton({ inRound }: { inRound?: boolean }) {
  return (
    <CardLayout loading={inRound ? 'round' : true} start={<SectionSkeleton picture />}>
      <SectionSkeleton pairs={5} />
      <SectionSkeleton pairs={6} />
    </CardLayout>
  );
}

import { useInfiniteQuery } from '@tanstack/react-query';
import { Loaded } from '../../../shared/ui/Loaded';
import { Shapes } from '../../../shared/ui/SectionSkeleton';
import { t } from '../texts';
import { complaintsQuery } from './api';
import { Feedback } from './Feedback';

const { author, text, date } = t.complaints;

/** The complaints of students about a partner. */
export function ComplaintsTab({ uuidPartner }: { uuidPartner: string }) {
  const query = useInfiniteQuery(complaintsQuery(uuidPartner));
  return (
    <Loaded query={query} skeleton={<Shapes rows={5} />}>
      {({ pages }) => (
        <Feedback
          label={t.tabs.complaints}
          empty={t.complaints.empty}
          headers={[author, text, date].map((title) => ({ title }))}
          lines={pages
            .flatMap(({ rows }) => rows)
            .map(({ uuidComplaint, msg, createdAt, userInfo }) => ({
              id: uuidComplaint,
              author: userInfo,
              text: msg,
              at: createdAt,
            }))}
          query={query}
        />
      )}
    </Loaded>
  );
}

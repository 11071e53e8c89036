import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { asProblem } from '../../../kit/api/problem';
import { useChange } from '../../../kit/api/useChange';
import { applicationQuery, memberQuery, useMember } from '../../shared/api/member';
import { byField } from '../../shared/api/words';
import { documentsQuery, sendApplication, uploaded } from './api';
import { type Draft, draftOf, dropDraft, emptyDraft, keepDraft, readDraft } from './draft';
import { draftField, formOf, isMinor } from './rules';

/** Messages by field. */
export type Wrong = Record<string, string>;

// The draft on the phone wins over the application on the server: it is newer.
function useDraft(member: string) {
  const [draft, setDraft] = useState<Draft>();
  const application = useQuery(applicationQuery);
  const progress = application.data;
  const latest = useRef<Draft>(undefined);
  latest.current = draft;
  const isSent = useRef(false);
  const sent = progress?.application;
  useEffect(() => {
    if (latest.current || progress === undefined) return;
    void readDraft(member).then((kept) => {
      setDraft((now) => now ?? kept ?? (sent ? draftOf(sent) : emptyDraft));
    });
  }, [member, progress, sent]);
  // Without delay: the battery may die the next moment.
  useEffect(() => {
    if (draft && !isSent.current) void keepDraft(member, draft);
  }, [draft, member]);
  const drop = useCallback(() => {
    isSent.current = true;
    return dropDraft(member);
  }, [member]);
  return { draft, setDraft, drop, application };
}

/** Whether the applicant must consent to the text. */
export const isNeeded = (text: { kind: string; isRequired: boolean }, isYoung: boolean) =>
  text.isRequired || (text.kind === 'parent' && isYoung);

/** The application form: draft, consents, errors, submission. */
export function useJoin() {
  const client = useQueryClient();
  const { data: member } = useMember();
  const { draft, setDraft, drop, application } = useDraft(member?.id ?? '');
  const progress = application.data;
  const documents = useQuery(documentsQuery);
  const [agreed, setAgreed] = useState<ReadonlySet<string>>(new Set());
  const [wrong, setWrong] = useState<Wrong>({});
  const change = (changes: Partial<Draft>) => {
    setDraft((now) => now && { ...now, ...changes });
    setWrong((now) => {
      const left = { ...now };
      for (const field of Object.keys(changes)) delete left[field];
      return left;
    });
  };
  const agree = (kind: string, isAgreed: boolean) => {
    const kinds = new Set(agreed);
    if (isAgreed) kinds.add(kind);
    else kinds.delete(kind);
    setAgreed(kinds);
    change({});
  };
  const texts = (documents.data ?? []).filter(
    ({ kind }) => kind !== 'parent' || (draft && isMinor(draft)),
  );
  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: memberQuery.queryKey }),
      client.invalidateQueries({ queryKey: applicationQuery.queryKey }),
    ]);
  const send = useChange({
    mutationFn: async (filled: Draft) => {
      if (!filled.portrait || !filled.document) throw new Error('a photo is missing');
      const portrait = await uploaded('portrait', filled.portrait);
      const document = await uploaded('document', filled.document);
      change({ portrait, document });
      const keys = { portrait: portrait.key ?? '', document: document.key ?? '' };
      const consents = texts
        .filter(({ kind }) => agreed.has(kind))
        .map(({ kind, version }) => ({ kind, version }));
      return sendApplication(formOf(filled, keys, consents), progress?.status !== 'none');
    },
    onError: (thrown) => {
      const fields = Object.entries(byField(thrown)).map(([f, message]) => [
        draftField(f),
        message,
      ]);
      setWrong(Object.fromEntries(fields));
      if (fields.some(([f]) => f === 'consents')) void documents.refetch(); // there is a new version of a text
      if (asProblem(thrown).status === 409) void refresh(); // already sent, from here or elsewhere
    },
    onSuccess: async () => {
      await drop();
      await refresh();
    },
  });
  return {
    draft,
    change,
    wrong,
    setWrong,
    application,
    progress,
    documents,
    texts,
    agreed,
    agree,
    send,
    member,
  };
}

/** The state of the form, as its steps use it. */
export type Join = ReturnType<typeof useJoin>;

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Redirect, Route, Switch } from 'wouter';
import { onSignedOut } from '../shared/api/client';
import { type Member, memberQuery, useEnter, useMemberAndServer } from '../shared/api/member';
import { links } from '../shared/links';
import { Retry } from '../shared/ui/Retry';
import { Splash } from '../shared/ui/Splash';
import { screensFor, tabsFor } from './areas';
import { Tabs } from './Tabs';

// The server may end a session at any time; drafts stay.
function useSessionEnd() {
  const client = useQueryClient();
  const enter = useEnter();
  useEffect(() => {
    const leave = () => {
      if (client.getQueryData(memberQuery.queryKey)) void enter(null);
    };
    const stop = onSignedOut(leave);
    return () => void stop();
  });
}

// Another tab may sign in as another member: nothing of the first one may stay on the screen.
function useOtherMember(member: Member | null | undefined) {
  const client = useQueryClient();
  const last = useRef<string>(undefined);
  const id = member?.id;
  useEffect(() => {
    const isOther = last.current !== undefined && id !== undefined && last.current !== id;
    last.current = id;
    if (!isOther) return;
    const [own] = memberQuery.queryKey;
    void client.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== own });
  }, [client, id]);
}

/** The app: the screens of the current member or guest. */
export function App() {
  const { data: member, error, refetch, isFetching } = useMemberAndServer();
  useSessionEnd();
  useOtherMember(member);
  if (member === undefined) {
    return <Splash>{error && <Retry error={error} onRetry={refetch} busy={isFetching} />}</Splash>;
  }
  const tabs = tabsFor(member);
  return (
    <>
      <Switch>
        {screensFor(member).map(({ path, screen }) => (
          <Route key={path} path={path} component={screen} />
        ))}
        {/* The stored status may be outdated: the server's answer decides whether the screen exists. */}
        <Route>{isFetching ? <Splash /> : <Redirect to={links.home} replace />}</Route>
      </Switch>
      {tabs.length > 0 && <Tabs tabs={tabs} />}
    </>
  );
}

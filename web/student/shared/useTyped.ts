import { useState } from 'react';
import { useMember } from './api/member';
import { holdTyped, readTyped } from './storage/typed';

/** useState of a form that is still there when its screen opens again; undefined drops it. */
export function useTyped<T>(form: string): [T | undefined, (next: T | undefined) => void] {
  const { data: member } = useMember();
  const key = `${member?.id}/${form}`;
  const [, draw] = useState({});
  const change = (next: T | undefined) => {
    holdTyped(key, next);
    draw({});
  };
  return [readTyped(key) as T | undefined, change];
}

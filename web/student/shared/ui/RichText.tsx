import { createElement, type ReactNode, useMemo } from 'react';
import css from './RichText.module.css';

// The server's allowlist (internal/platform/richtext). The text is sanitized there; this component renders only listed
// elements, from a document that neither runs scripts nor loads resources.
const tags = new Set([
  ...['p', 'br', 'b', 'i', 'u', 's', 'strong', 'em', 'a'],
  ...['ul', 'ol', 'li', 'h2', 'h3', 'h4', 'blockquote'],
]);
const link = /^(?:https?|mailto|tel):/i;

const isElement = (node: Node): node is Element => node.nodeType === Node.ELEMENT_NODE;

function linkOf(element: Element) {
  const href = element.getAttribute('href') ?? '';
  return link.test(href) ? { href, target: '_blank', rel: 'noopener noreferrer nofollow' } : {};
}

function drawn(node: Node, key: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (!isElement(node)) return null;
  const tag = node.localName;
  if (tag === 'script' || tag === 'style') return null;
  const inside = Array.from(node.childNodes, drawn);
  if (!tags.has(tag)) return inside;
  if (tag === 'br') return createElement(tag, { key });
  return createElement(tag, { key, ...(tag === 'a' ? linkOf(node) : {}) }, inside);
}

/** Renders rich text of the server. */
export function RichText({ source }: { source: string }) {
  const content = useMemo(() => {
    const { body } = new DOMParser().parseFromString(source, 'text/html');
    return Array.from(body.childNodes, drawn);
  }, [source]);
  return <div className={css.text}>{content}</div>;
}

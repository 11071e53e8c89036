import DOMPurify from 'dompurify';

// The server's allowlist (internal/platform/richtext). Stored HTML is sanitized already; this is defence in depth.
const rules = {
  ALLOWED_TAGS: [
    ...['p', 'br', 'b', 'i', 'u', 's', 'strong', 'em', 'a'],
    ...['ul', 'ol', 'li', 'h2', 'h3', 'h4', 'blockquote'],
  ],
  ALLOWED_ATTR: ['href'],
  ALLOWED_URI_REGEXP: /^(?:https?|mailto|tel):/i,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
};

const purifier = DOMPurify(window);
purifier.addHook('afterSanitizeAttributes', (node) => {
  if (node.tagName !== 'A') return;
  node.setAttribute('rel', 'noopener noreferrer nofollow');
  node.setAttribute('target', '_blank');
});

/** Renders sanitized HTML: the only component that sets HTML (rules 17.9). */
export function SafeHtml({ source, className }: { source: string; className?: string }) {
  return (
    <div
      className={className}
      dangerouslySetInnerHTML={{ __html: purifier.sanitize(source, rules) }}
    />
  );
}

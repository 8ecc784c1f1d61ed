import DOMPurify, { type Config } from "dompurify";

const CONFIG: Config = {
  USE_PROFILES: { html: true },
  FORBID_TAGS: [
    "style",
    "form",
    "input",
    "button",
    "select",
    "textarea",
    "iframe",
    "object",
    "embed",
    "link",
    "meta",
    "base",
    "video",
    "audio",
    "source",
    "track",
    "picture",
    "svg",
    "math",
    "dialog",
  ],
  FORBID_ATTR: ["srcset", "sizes", "ping", "formaction", "action", "poster", "id", "name", "class"],
  ALLOW_DATA_ATTR: false,
};

const EMBEDDED_IMAGE = /^data:image\/(?:png|jpe?g|gif|webp|bmp);base64,/i;
const HTTPS = /^https?:\/\//i;
const UNSAFE_CSS = /url\s*\(|expression|@import|image-set|position\s*:\s*(?:fixed|sticky|absolute)/i;

/** A sanitised body: no script, form or style sheet, and no remote image unless allowed. */
export type CleanedBody = { html: string; remotas: number };

/** Sanitises the HTML of an e-mail and counts its remote resources. */
export function cleanHtml(html: string, remoteAllowed: boolean): CleanedBody {
  const purify = DOMPurify(window);
  let remotas = 0;
  purify.addHook("afterSanitizeAttributes", (node) => {
    if (node.tagName === "A") cleanLink(node);
    if (node.tagName === "IMG") remotas += cleanImage(node, remoteAllowed);
    remotas += cleanBackground(node);
    cleanStyle(node);
  });
  return { html: String(purify.sanitize(html, CONFIG)), remotas };
}

function cleanLink(node: Element): void {
  const href = node.getAttribute("href") ?? "";
  if (href !== "" && !/^(?:https?:|mailto:|tel:)/i.test(href)) node.removeAttribute("href");
  node.setAttribute("target", "_blank");
  node.setAttribute("rel", "noopener noreferrer nofollow");
}

/** @returns 1 for a remote image */
function cleanImage(node: Element, remoteAllowed: boolean): number {
  const src = node.getAttribute("src") ?? "";
  if (EMBEDDED_IMAGE.test(src)) return 0;
  const remote = HTTPS.test(src);
  if (remote && remoteAllowed) {
    node.setAttribute("referrerpolicy", "no-referrer");
    node.setAttribute("src", src.replace(/^http:/i, "https:"));
    return 1;
  }
  // An inline image of the message (cid:) is listed among its parts.
  node.removeAttribute("src");
  return remote ? 1 : 0;
}

function cleanBackground(node: Element): number {
  const background = node.getAttribute("background");
  if (background === null) return 0;
  node.removeAttribute("background");
  return HTTPS.test(background) ? 1 : 0;
}

/** Removes declarations that load resources or could cover the rest of the page. */
function cleanStyle(node: Element): void {
  const style = node.getAttribute("style");
  if (style === null || !(UNSAFE_CSS.test(style) || style.includes("\\"))) return;
  const kept = style.split(";").filter((part) => !UNSAFE_CSS.test(part) && !part.includes("\\"));
  node.setAttribute("style", kept.join(";"));
}

/**
 * The document of the sandboxed frame: its policy blocks scripts and requests even if the
 * sanitiser fails.
 */
export function frameOf(cleaned: CleanedBody, remoteAllowed: boolean): string {
  const images = remoteAllowed ? "data: https:" : "data:";
  const csp = `default-src 'none'; img-src ${images}; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'`;
  return [
    '<!doctype html><html lang="pt-BR"><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${csp}">`,
    '<meta name="referrer" content="no-referrer"><meta name="viewport" content="width=device-width">',
    `<style>${FRAME_CSS}</style></head><body>${cleaned.html}</body></html>`,
  ].join("");
}

// The background is white in both themes, as senders expect.
const FRAME_CSS =
  "html{background:#fff;color-scheme:light}" +
  'body{margin:0;padding:0 24px 24px;font:14px/22px Inter,-apple-system,"Segoe UI",Roboto,"Liberation Sans",Arial,sans-serif;color:#1e1c18;overflow-wrap:anywhere}' +
  "body>:first-child{margin-top:0}p{margin:0 0 14px}img{max-width:100%;height:auto}img:not([src]){display:none}" +
  "table{max-width:100%}a{color:#145f46}blockquote{margin:0 0 14px;padding-left:12px;border-left:2px solid #d6d1c6;color:#57534a}pre{white-space:pre-wrap}" +
  "@media(max-width:480px){body{padding:0 16px 16px}}";

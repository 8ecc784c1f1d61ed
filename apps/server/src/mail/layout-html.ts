import type { EmailContent } from "./content.ts";

// Tables and inline styles: Outlook for Windows renders mail with Word, which ignores flexbox, SVG and head
// styles. The head has only optional styles (dark theme, phone) that a client may ignore. @source
// design/visual.md: colours of both themes, by role

const FONT = "Inter,-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const COLORS = {
  background: "#FAF9F6",
  card: "#FFFFFF",
  border: "#EAE7E0",
  texto: "#1E1C18",
  texto2: "#57534A",
  texto3: "#6F6A60",
  green: "#145F46",
} as const;

/** Colour of the bar above the title, by tone; the words carry the same information. */
const TONES = {
  aviso: { cor: "#A3261C", classe: "ruim" },
  bom: { cor: "#227656", classe: "bom" },
  neutro: { cor: "#B27408", classe: "atencao" },
} as const satisfies Record<EmailContent["tone"], unknown>;

const STYLE = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
body{margin:0;padding:0;-webkit-text-size-adjust:100%;-ms-text-size-adjust:100%}
table{border-collapse:separate;mso-table-lspace:0;mso-table-rspace:0}
@media (max-width:600px){.folha{width:100%!important}.miolo{padding-left:20px!important;padding-right:20px!important}
.rotulo,.valor{display:block!important;width:auto!important}.rotulo{padding-bottom:0!important;border-bottom:0!important}.valor{padding-top:0!important}
.botao a{display:block!important;text-align:center}.botao,.botao table{width:100%!important}}
@media (prefers-color-scheme:dark){body,.fundo{background:#161512!important}.papel{background:#1B1A17!important;border-color:#2B2925!important}
.t1{color:#ECE9E2!important}.t2{color:#BDB8AD!important}.t3{color:#A09B90!important}.linha{border-color:#2B2925!important}
.verde,.botao td{background:#227656!important}.ruim{background:#F29A8F!important}.bom{background:#5DB48D!important}.atencao{background:#E0A52E!important}
a.elo{color:#7CC4A2!important}}
[data-ogsc] .t1{color:#ECE9E2!important}[data-ogsc] .t2{color:#BDB8AD!important}[data-ogsc] .t3{color:#A09B90!important}
[data-ogsb] .fundo{background:#161512!important}[data-ogsb] .papel{background:#1B1A17!important}[data-ogsb] .verde,[data-ogsb] .botao td{background:#227656!important}
`.trim();

/** Lays an e-mail out as HTML that loads no external picture, font or script. */
export function renderHtml(content: EmailContent): string {
  const { subject, preview, tone } = content;
  return `<!DOCTYPE html>
<html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
<title>${escapeHtml(subject)}</title><style>${STYLE}</style></head>
<body class="fundo" style="margin:0;padding:0;background:${COLORS.background}">
<div style="display:none;font-size:1px;line-height:1px;max-height:0;max-width:0;opacity:0;overflow:hidden;mso-hide:all">${escapeHtml(preview)}${"&#847;&zwnj;&nbsp;".repeat(40)}</div>
<table role="presentation" class="fundo" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${COLORS.background}" style="background:${COLORS.background}"><tr><td align="center" style="padding:24px 12px 40px">
<table role="presentation" class="folha" width="560" cellpadding="0" cellspacing="0" border="0" style="width:560px;max-width:560px">
<tr><td style="padding:0 0 16px 2px">${renderLogo()}</td></tr>
<tr><td class="papel" bgcolor="${COLORS.card}" style="background:${COLORS.card};border:1px solid ${COLORS.border};border-radius:10px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
<tr><td class="miolo" style="padding:32px 36px 0">${renderBar(TONES[tone])}</td></tr>
<tr><td class="miolo" style="padding:16px 36px 36px">${renderBody(content)}</td></tr>
</table></td></tr>
<tr><td class="miolo" style="padding:20px 36px 0">${renderParagraph(content.footer, { classe: "t3", cor: COLORS.texto3, tamanho: "12px/18px", acima: 0 })}</td></tr>
</table></td></tr></table>
</body></html>
`;
}

// The logo is one table cell with a tick character, so that no image is loaded.
function renderLogo(): string {
  const tick = `font:700 17px/26px 'Segoe UI Symbol','Apple Symbols',Arial,sans-serif;color:#FFFFFF`;
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>
<td class="verde" width="26" height="26" align="center" valign="middle" bgcolor="${COLORS.green}" style="width:26px;height:26px;background:${COLORS.green};border-radius:5px 5px 10px 10px;${tick}">&#10003;</td>
<td class="t1" style="padding-left:9px;font:650 19px/26px ${FONT};letter-spacing:-.025em;color:${COLORS.texto}">Malote</td></tr></table>`;
}

function renderBar({ cor: color, classe: className }: { cor: string; classe: string }): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td class="${className}" width="40" height="4" bgcolor="${color}" style="width:40px;height:4px;background:${color};border-radius:2px;font-size:1px;line-height:4px">&nbsp;</td></tr></table>`;
}

function renderBody({ title, opening: abertura, facts, sections, button }: EmailContent): string {
  const heading = `<h1 class="t1" style="margin:0;font:620 22px/30px ${FONT};letter-spacing:-.014em;color:${COLORS.texto};overflow-wrap:anywhere">${renderText(title)}</h1>`;
  const opening = renderParagraph(abertura, {
    classe: "t2",
    cor: COLORS.texto2,
    tamanho: "15px/24px",
    acima: 10,
  });
  return [heading, opening, renderFacts(facts), ...sections.map(renderSection), renderButton(button)].join(
    "\n",
  );
}

function renderFacts(facts: EmailContent["facts"]): string {
  const cell = `padding:9px 0;border-bottom:1px solid ${COLORS.border};font:400 14px/20px ${FONT};vertical-align:top`;
  const rows = facts.map(
    ([label, value]) =>
      `<tr><td class="rotulo linha t3" width="180" style="width:180px;${cell};color:${COLORS.texto3}">${escapeHtml(label)}</td><td class="valor linha t1" style="${cell};color:${COLORS.texto};overflow-wrap:anywhere">${renderText(value)}</td></tr>`,
  );
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="linha" style="margin-top:22px;border-top:1px solid ${COLORS.border}">${rows.join("")}</table>`;
}

function renderSection({ title, text: body }: { title: string; text: string }): string {
  const heading = `<h2 class="t1" style="margin:24px 0 0;font:600 14px/20px ${FONT};color:${COLORS.texto}">${renderText(title)}</h2>`;
  return (
    heading + renderParagraph(body, { classe: "t2", cor: COLORS.texto2, tamanho: "14px/22px", acima: 4 })
  );
}

function renderButton({ label, href }: EmailContent["button"]): string {
  const link = `display:inline-block;padding:11px 22px;font:600 14px/20px ${FONT};color:#FFFFFF;text-decoration:none`;
  return `<table role="presentation" class="botao" cellpadding="0" cellspacing="0" border="0" style="margin-top:28px"><tr><td bgcolor="${COLORS.green}" style="background:${COLORS.green};border-radius:6px"><a href="${escapeHtml(href)}" style="${link}">${escapeHtml(label)}</a></td></tr></table>
<p class="t3" style="margin:14px 0 0;font:400 12px/18px ${FONT};color:${COLORS.texto3};overflow-wrap:anywhere">Se o botão não abrir: <a class="elo" href="${escapeHtml(href)}" style="color:${COLORS.green}">${escapeHtml(href)}</a></p>`;
}

type ParagraphStyle = { classe: string; cor: string; tamanho: string; acima: number };

function renderParagraph(
  body: string,
  { classe: className, cor: color, tamanho: size, acima: marginTop }: ParagraphStyle,
): string {
  return `<p class="${className}" style="margin:${marginTop}px 0 0;font:400 ${size} ${FONT};color:${color};overflow-wrap:anywhere">${renderText(body)}</p>`;
}

/** Escapes a text, keeps "e-mail" unbroken at its hyphen, and keeps line breaks. */
function renderText(text: string): string {
  const whole = escapeHtml(text).replace(/\be-mails?\b/g, '<span style="white-space:nowrap">$&</span>');
  return whole.replace(/\n/g, "<br>");
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);
}

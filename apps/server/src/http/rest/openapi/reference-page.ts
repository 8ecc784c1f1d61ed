import { REST_SECTIONS } from "@malote/contract";
import { escapeHtml } from "../../spa/render-page.ts";
import type { OpenApiDocument, OpenApiOperation, OpenApiParameter, OpenApiResponse } from "./document.ts";
import type { JsonSchema } from "./schemas.ts";
import { STYLESHEET } from "./stylesheet.ts";

type ReferenceItem = { verb: string; path: string; operation: OpenApiOperation };

/** The reference for developers: the OpenAPI document as one page without scripts. */
export function writeReferencePage(doc: OpenApiDocument): string {
  const items = Object.entries(doc.paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(
      ([verb, operation]): ReferenceItem => ({ verb: verb.toUpperCase(), path, operation }),
    ),
  );
  const sections = REST_SECTIONS.map((section) => ({
    secao: section,
    itens: items.filter(({ operation }) => operation.tags.includes(section)),
  })).filter((each) => each.itens.length > 0);
  const nav = sections
    .map(
      ({ secao: section, itens: own }) =>
        `<li><a href="#${anchorOf(section)}">${section}</a><ul>${own.map(writeLink).join("")}</ul></li>`,
    )
    .join("");
  const base = doc.servers[0]?.url ?? "";
  const body = sections
    .map(
      ({ secao: section, itens: own }) =>
        `<section><h2 id="${anchorOf(section)}">${section}</h2>${own.map((item) => writeItem(item, base)).join("")}</section>`,
    )
    .join("");
  const schemas = Object.entries(doc.components.schemas)
    .map(
      ([schemaName, schema]) =>
        `<article id="esquema-${schemaName}"><h3>${schemaName}</h3>${writeFields(schema)}</article>`,
    )
    .join("");
  return `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>API REST do Malote</title><style>${STYLESHEET}</style></head><body>
<a class="pular" href="#conteudo">Ir para o conteúdo</a>
<nav aria-label="Endereços"><a class="marca" href="#conteudo">Malote · API REST</a><p><a href="openapi.json">openapi.json</a> · <a href="#esquemas">Esquemas</a></p><ul>${nav}</ul></nav>
<main id="conteudo" tabindex="-1"><h1>API REST do Malote</h1>${String(doc.info.description ?? "")
    .split("\n\n")
    .map(writeParagraph)
    .join("")}
<pre><code>${escapeHtml(curl({ verb: "GET", path: "/notas" }, base, "?limit=200&incluir=xml"))}</code></pre>
${body}<section><h2 id="esquemas">Esquemas</h2>${schemas}</section></main></body></html>`;
}

function anchorOf(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-");
}

function writeLink({ verb, path, operation }: ReferenceItem): string {
  return `<li><a href="#${operation.operationId}"><span class="verbo ${verb}">${verb}</span> ${escapeHtml(path)}</a></li>`;
}

function writeItem(item: ReferenceItem, base: string): string {
  const { verb, path, operation } = item;
  const params = operation.parameters.filter((param): param is OpenApiParameter => "name" in param);
  const headers = operation.parameters.flatMap((param) =>
    "$ref" in param ? [HEADER_NAMES[lastOf(param.$ref)] ?? ""] : [],
  );
  return `<article id="${operation.operationId}"><h3><span class="verbo ${verb}">${verb}</span> <code>${escapeHtml(path)}</code></h3>
<p class="resumo">${escapeHtml(operation.summary)}</p>${operation.description.split("\n\n").map(writeParagraph).join("")}
${params.length === 0 ? "" : writeParameterTable(params)}${headers.length === 0 ? "" : `<p>Cabeçalhos que se podem enviar: ${headers.map((name) => `<code>${name}</code>`).join(", ")}.</p>`}
<pre><code>${escapeHtml(curl(item, base, queryOf(params), bodyOf(operation)))}</code></pre>${writeResponses(operation)}</article>`;
}

const HEADER_NAMES: Readonly<Record<string, string>> = {
  IfNoneMatch: "If-None-Match",
  IfMatch: "If-Match",
  IdempotencyKey: "Idempotency-Key",
};

function lastOf(ref: string): string {
  return ref.slice(ref.lastIndexOf("/") + 1);
}

function writeParameterTable(params: readonly OpenApiParameter[]): string {
  const rows = params.map(
    ({ name, in: where, required, description, schema }) =>
      `<tr><th scope="row"><code>${name}</code></th><td>${where === "path" ? "endereço" : "consulta"}${required ? ", obrigatório" : ""}</td><td>${escapeHtml(typeNameOf(schema))}</td><td>${inline(description)}</td></tr>`,
  );
  return writeTable(["Parâmetro", "Onde", "Tipo", "O que é"], rows);
}

function writeTable(heads: readonly string[], rows: readonly string[]): string {
  return `<div class="rolo" tabindex="0"><table><thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join("")}</tr></thead><tbody>${rows.join("")}</tbody></table></div>`;
}

function writeResponses(operation: OpenApiOperation): string {
  const [status, ok] = Object.entries(operation.responses).find(([each]) => each.startsWith("2")) ?? [
    "",
    null,
  ];
  const others = Object.keys(operation.responses).filter((each) => each !== status);
  if (ok === null || "$ref" in ok) return "";
  const shown = writeContent(ok);
  return `<p><strong>${status}</strong> ${escapeHtml(ok.description)} ${shown} Também: ${others.join(", ")}.</p>`;
}

function writeContent({ content }: OpenApiResponse): string {
  const [mediaType, one] = Object.entries(content ?? {})[0] ?? ["", null];
  if (one === null) return "";
  const ref = one.schema.$ref;
  return ref === undefined
    ? `<code>${mediaType}</code>.`
    : `<a href="#esquema-${lastOf(ref)}">${lastOf(ref)}</a>.`;
}

function writeFields(schema: JsonSchema): string {
  const required = schema.required ?? [];
  const rows = Object.entries(schema.properties ?? {}).map(
    ([field, one]) =>
      `<tr><th scope="row"><code>${field}</code></th><td>${typeHtml(one)}${required.includes(field) ? "" : " (opcional)"}</td><td>${inline(one.description ?? "")}</td></tr>`,
  );
  return rows.length === 0 ? `<p>${typeHtml(schema)}</p>` : writeTable(["Campo", "Tipo", "O que é"], rows);
}

function typeHtml(schema: JsonSchema): string {
  return escapeHtml(typeNameOf(schema)).replace(/\b[A-Z]\w+\b/g, (schemaName) =>
    SCHEMA_NAME.test(schemaName) ? `<a href="#esquema-${schemaName}">${schemaName}</a>` : schemaName,
  );
}

/** Matches names of schemas, which are single capitalized words, and no words of our sentences. */
const SCHEMA_NAME = /^(?:[A-Z][a-z0-9]+)+$/;

/** The type of a value in a few words. */
export function typeNameOf(schema: JsonSchema): string {
  if (schema.$ref !== undefined) return lastOf(schema.$ref);
  if (schema.enum !== undefined) return schema.enum.map(String).join(" | ");
  if (schema.const !== undefined) return String(schema.const);
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeNameOf).join(" | ");
  if (schema.items !== undefined) return `lista de ${typeNameOf(schema.items)}`;
  const words: Record<string, string> = {
    string: "texto",
    integer: "inteiro",
    number: "número",
    boolean: "booleano",
    null: "nulo",
  };
  if (schema.format === "uuid") return "UUID";
  if (schema.format === "date-time") return "data e hora";
  if (schema.format === "date") return "dia";
  if (schema.properties !== undefined) return `{ ${Object.keys(schema.properties).join(", ")} }`;
  return [schema.type ?? "objeto"]
    .flat()
    .map((type) => words[type] ?? "objeto")
    .join(" | ");
}

function writeParagraph(text: string): string {
  return text === "" ? "" : `<p>${inline(text)}</p>`;
}

/** Formats `code` and **strong** of our own texts. */
function inline(text: string): string {
  return escapeHtml(text)
    .replace(/`([^`]+)`/g, "<code>$1</code>")
    .replace(/\*\*([^*]+)\*\*/g, "<strong>$1</strong>");
}

function queryOf(params: readonly OpenApiParameter[]): string {
  const needed = params.filter((param) => param.in === "query" && param.required);
  return needed.length === 0
    ? ""
    : `?${needed.map(({ name, example }) => `${name}=${encodeURIComponent(String(example))}`).join("&")}`;
}

function bodyOf({ requestBody }: OpenApiOperation): unknown {
  return (
    requestBody?.content["application/json"]?.example ??
    (requestBody === undefined ? undefined : requestBody.content)
  );
}

function curl(
  { verb, path }: Pick<ReferenceItem, "verb" | "path">,
  base: string,
  query = "",
  body?: unknown,
): string {
  const host = base.startsWith("/") ? `https://SEU-MALOTE${base}` : base;
  const lines = [
    `curl ${verb === "GET" ? "" : `-X ${verb} `}'${host}${path}${query}'`,
    "-H 'Authorization: Bearer TOKEN'",
  ];
  if (verb === "POST") lines.push("-H 'Idempotency-Key: pedido-4711'");
  if (body !== undefined && typeof body === "object" && body !== null && "multipart/form-data" in body) {
    lines.push("-F 'arquivo=@notas.zip'");
  } else if (body !== undefined)
    lines.push("-H 'Content-Type: application/json'", `-d '${JSON.stringify(body)}'`);
  return lines.join(" \\\n  ");
}

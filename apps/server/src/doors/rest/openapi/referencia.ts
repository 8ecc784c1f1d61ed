import { SECOES_REST } from "@malote/contract";
import { escapeHtml } from "../../pagina.ts";
import type { Documento, Operacao, Parametro, Resposta } from "./documento.ts";
import type { Esquema } from "./esquemas.ts";
import { ESTILO } from "./estilo.ts";

type Item = { verbo: string; caminho: string; operacao: Operacao };

/** The reference for developers: the OpenAPI document as one page without scripts. */
export function writeReferencia(doc: Documento): string {
  const itens = Object.entries(doc.paths).flatMap(([caminho, verbos]) =>
    Object.entries(verbos).map(
      ([verbo, operacao]): Item => ({ verbo: verbo.toUpperCase(), caminho, operacao }),
    ),
  );
  const secoes = SECOES_REST.map((secao) => ({
    secao,
    itens: itens.filter(({ operacao }) => operacao.tags.includes(secao)),
  })).filter((each) => each.itens.length > 0);
  const nav = secoes
    .map(
      ({ secao, itens: own }) =>
        `<li><a href="#${anchorOf(secao)}">${secao}</a><ul>${own.map(writeLink).join("")}</ul></li>`,
    )
    .join("");
  const base = doc.servers[0]?.url ?? "";
  const body = secoes
    .map(
      ({ secao, itens: own }) =>
        `<section><h2 id="${anchorOf(secao)}">${secao}</h2>${own.map((item) => writeItem(item, base)).join("")}</section>`,
    )
    .join("");
  const schemas = Object.entries(doc.components.schemas)
    .map(([nome, schema]) => `<article id="esquema-${nome}"><h3>${nome}</h3>${writeCampos(schema)}</article>`)
    .join("");
  return `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>API REST do Malote</title><style>${ESTILO}</style></head><body>
<a class="pular" href="#conteudo">Ir para o conteúdo</a>
<nav aria-label="Endereços"><a class="marca" href="#conteudo">Malote · API REST</a><p><a href="openapi.json">openapi.json</a> · <a href="#esquemas">Esquemas</a></p><ul>${nav}</ul></nav>
<main id="conteudo" tabindex="-1"><h1>API REST do Malote</h1>${String(doc.info.description ?? "")
    .split("\n\n")
    .map(writeParagrafo)
    .join("")}
<pre><code>${escapeHtml(curl({ verbo: "GET", caminho: "/notas" }, base, "?limit=200&incluir=xml"))}</code></pre>
${body}<section><h2 id="esquemas">Esquemas</h2>${schemas}</section></main></body></html>`;
}

function anchorOf(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-");
}

function writeLink({ verbo, caminho, operacao }: Item): string {
  return `<li><a href="#${operacao.operationId}"><span class="verbo ${verbo}">${verbo}</span> ${escapeHtml(caminho)}</a></li>`;
}

function writeItem(item: Item, base: string): string {
  const { verbo, caminho, operacao } = item;
  const params = operacao.parameters.filter((param): param is Parametro => "name" in param);
  const headers = operacao.parameters.flatMap((param) =>
    "$ref" in param ? [HEADER_NAMES[lastOf(param.$ref)] ?? ""] : [],
  );
  return `<article id="${operacao.operationId}"><h3><span class="verbo ${verbo}">${verbo}</span> <code>${escapeHtml(caminho)}</code></h3>
<p class="resumo">${escapeHtml(operacao.summary)}</p>${operacao.description.split("\n\n").map(writeParagrafo).join("")}
${params.length === 0 ? "" : writeTabela(params)}${headers.length === 0 ? "" : `<p>Cabeçalhos que se podem enviar: ${headers.map((name) => `<code>${name}</code>`).join(", ")}.</p>`}
<pre><code>${escapeHtml(curl(item, base, queryOf(params), bodyOf(operacao)))}</code></pre>${writeRespostas(operacao)}</article>`;
}

const HEADER_NAMES: Readonly<Record<string, string>> = {
  IfNoneMatch: "If-None-Match",
  IfMatch: "If-Match",
  IdempotencyKey: "Idempotency-Key",
};

function lastOf(ref: string): string {
  return ref.slice(ref.lastIndexOf("/") + 1);
}

function writeTabela(params: readonly Parametro[]): string {
  const rows = params.map(
    ({ name, in: where, required, description, schema }) =>
      `<tr><th scope="row"><code>${name}</code></th><td>${where === "path" ? "endereço" : "consulta"}${required ? ", obrigatório" : ""}</td><td>${escapeHtml(tipoOf(schema))}</td><td>${inline(description)}</td></tr>`,
  );
  return tabela(["Parâmetro", "Onde", "Tipo", "O que é"], rows);
}

function tabela(heads: readonly string[], rows: readonly string[]): string {
  return `<div class="rolo" tabindex="0"><table><thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join("")}</tr></thead><tbody>${rows.join("")}</tbody></table></div>`;
}

function writeRespostas(operacao: Operacao): string {
  const [status, ok] = Object.entries(operacao.responses).find(([each]) => each.startsWith("2")) ?? [
    "",
    null,
  ];
  const others = Object.keys(operacao.responses).filter((each) => each !== status);
  if (ok === null || "$ref" in ok) return "";
  const shown = writeConteudo(ok);
  return `<p><strong>${status}</strong> ${escapeHtml(ok.description)} ${shown} Também: ${others.join(", ")}.</p>`;
}

function writeConteudo({ content }: Resposta): string {
  const [midia, one] = Object.entries(content ?? {})[0] ?? ["", null];
  if (one === null) return "";
  const ref = one.schema.$ref;
  return ref === undefined
    ? `<code>${midia}</code>.`
    : `<a href="#esquema-${lastOf(ref)}">${lastOf(ref)}</a>.`;
}

function writeCampos(schema: Esquema): string {
  const required = schema.required ?? [];
  const rows = Object.entries(schema.properties ?? {}).map(
    ([campo, one]) =>
      `<tr><th scope="row"><code>${campo}</code></th><td>${tipoHtml(one)}${required.includes(campo) ? "" : " (opcional)"}</td><td>${inline(one.description ?? "")}</td></tr>`,
  );
  return rows.length === 0 ? `<p>${tipoHtml(schema)}</p>` : tabela(["Campo", "Tipo", "O que é"], rows);
}

function tipoHtml(schema: Esquema): string {
  return escapeHtml(tipoOf(schema)).replace(/\b[A-Z]\w+\b/g, (nome) =>
    LOCAL.test(nome) ? `<a href="#esquema-${nome}">${nome}</a>` : nome,
  );
}

/** Matches names of schemas, which are single capitalized words, and no words of our sentences. */
const LOCAL = /^(?:[A-Z][a-z0-9]+)+$/;

/** The type of a value in a few words. */
export function tipoOf(schema: Esquema): string {
  if (schema.$ref !== undefined) return lastOf(schema.$ref);
  if (schema.enum !== undefined) return schema.enum.map(String).join(" | ");
  if (schema.const !== undefined) return String(schema.const);
  if (schema.anyOf !== undefined) return schema.anyOf.map(tipoOf).join(" | ");
  if (schema.items !== undefined) return `lista de ${tipoOf(schema.items)}`;
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

function writeParagrafo(text: string): string {
  return text === "" ? "" : `<p>${inline(text)}</p>`;
}

/** Formats `code` and **strong** of our own texts. */
function inline(text: string): string {
  return escapeHtml(text)
    .replace(/`([^`]+)`/g, "<code>$1</code>")
    .replace(/\*\*([^*]+)\*\*/g, "<strong>$1</strong>");
}

function queryOf(params: readonly Parametro[]): string {
  const needed = params.filter((param) => param.in === "query" && param.required);
  return needed.length === 0
    ? ""
    : `?${needed.map(({ name, example }) => `${name}=${encodeURIComponent(String(example))}`).join("&")}`;
}

function bodyOf({ requestBody }: Operacao): unknown {
  return (
    requestBody?.content["application/json"]?.example ??
    (requestBody === undefined ? undefined : requestBody.content)
  );
}

function curl(
  { verbo, caminho }: Pick<Item, "verbo" | "caminho">,
  base: string,
  query = "",
  body?: unknown,
): string {
  const host = base.startsWith("/") ? `https://SEU-MALOTE${base}` : base;
  const lines = [
    `curl ${verbo === "GET" ? "" : `-X ${verbo} `}'${host}${caminho}${query}'`,
    "-H 'Authorization: Bearer TOKEN'",
  ];
  if (verbo === "POST") lines.push("-H 'Idempotency-Key: pedido-4711'");
  if (body !== undefined && typeof body === "object" && body !== null && "multipart/form-data" in body) {
    lines.push("-F 'arquivo=@notas.zip'");
  } else if (body !== undefined)
    lines.push("-H 'Content-Type: application/json'", `-d '${JSON.stringify(body)}'`);
  return lines.join(" \\\n  ");
}

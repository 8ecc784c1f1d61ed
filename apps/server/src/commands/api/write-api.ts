import {
  FILE_ENDPOINTS,
  type FileEndpoint,
  getMethodRow,
  MESSAGES,
  METHODS,
  type MethodName,
  type MethodRow,
  type Permission,
  permissionOf,
  type RecentSignIn,
  type ResultSchema,
  ROLES,
  type Role,
  scopeOf,
} from "@malote/contract";
import { COMMON_FIELDS } from "./common-fields.ts";
import { describeType, toFieldSchema } from "./describe-type.ts";
import { INTRODUCTION } from "./introduction.ts";
import { type Field, listFields } from "./list-fields.ts";
import { METHOD_DESCRIPTIONS } from "./method-descriptions.ts";

/** Column headings of the profiles. */
const ROLE_LABELS: Readonly<Record<Role, string>> = {
  visitante: "Visitante",
  usuario: "Usuário",
  manifestante: "Manifestante",
  administrador: "Administrador",
  proprietario: "Proprietário",
  api: "API",
};
const PERMISSION_LABELS: Readonly<Record<Permission, string>> = { sim: "sim", proprio: "próprio", nao: "–" };

const NAMES = Object.keys(METHODS) as MethodName[];

/** Writes docs/api.md from the contract, in Markdown. */
export function writeApi(): string {
  const services = new Set(NAMES.map(serviceOf));
  const sections = [...services].map(writeService);
  return `${[INTRODUCTION, accessTable(), writeCommonFields(), ...sections, writeFileEndpoints()].join("\n\n")}\n`;
}

function serviceOf(name: MethodName): string {
  return name.slice(0, name.indexOf("."));
}

/** Writes a Markdown table row. The cells must not contain a "|". */
function row(...cells: string[]): string {
  return `| ${cells.join(" | ")} |`;
}

function table(head: readonly string[], rows: readonly string[]): string {
  return [row(...head), `|${"---|".repeat(head.length)}`, ...rows].join("\n");
}

function accessTable(): string {
  const rows = NAMES.map((name) => {
    const one = getMethodRow(name);
    const cells = ROLES.map((role) =>
      role === "api" ? describeScope(name, one) : PERMISSION_LABELS[permissionOf(one, role)],
    );
    return row(`[\`${name}\`](#${anchorOf(name)})`, ...cells, one.readOnly ? "sim" : "–");
  });
  return table(["Método", ...ROLES.map((role) => ROLE_LABELS[role]), "GET"], rows);
}

/** Describes in a table cell which scope an API token needs. */
function describeScope(name: MethodName, one: MethodRow): string {
  if (one.access === "public") return PERMISSION_LABELS.sim;
  if (one.person === true) return PERMISSION_LABELS.nao;
  return writeScope(scopeOf(name, one));
}

function writeScope(scope: string | null): string {
  return scope === null ? "qualquer" : `\`${scope}\``;
}

/** The anchor that GitHub derives from a heading. */
function anchorOf(name: MethodName): string {
  return name.toLowerCase().replace(".", "");
}

function writeCommonFields(): string {
  const rows = Object.entries(COMMON_FIELDS).map(([nome, de]) => row(`\`${nome}\``, de));
  return `## Campos que se repetem\n\n${table(["Campo", "O que é"], rows)}`;
}

function writeService(service: string): string {
  const own = NAMES.filter((name) => serviceOf(name) === service);
  return [`## ${service}`, ...own.map(writeMethod)].join("\n\n");
}

function writeMethod(name: MethodName): string {
  const one = getMethodRow(name);
  const parts = [
    `### ${name}`,
    METHOD_DESCRIPTIONS[name],
    describeAccess(name, one),
    writeParams(one),
    writeResult(name, one.result),
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

function describeAccess(method: MethodName, one: MethodRow): string {
  const names = (wanted: Permission): string =>
    ROLES.filter((role) => role !== "api" && permissionOf(one, role) === wanted)
      .map((role) => ROLE_LABELS[role].toLowerCase())
      .join(", ");
  const selfOnly = names("proprio");
  const parts = [`Quem: ${one.access === "public" ? "todos, sem sessão" : names("sim")}`];
  if (selfOnly !== "") parts.push(`sobre si mesmo (\`${one.self ?? ""}\`) também ${selfOnly}`);
  if (one.access !== "public") parts.push(describeToken(method, one));
  if (one.readOnly) parts.push("aceita GET");
  if (one.recente !== undefined) parts.push(RECENT_SIGN_IN_LABELS[one.recente]);
  return `${parts.join("; ")}.`;
}

const RECENT_SIGN_IN_LABELS: Readonly<Record<RecentSignIn, string>> = {
  sempre: "pede entrada recente",
  conforme: "pede entrada recente conforme o que muda",
};

function describeToken(name: MethodName, one: MethodRow): string {
  if (one.person === true) return "nenhum token da API";
  const scope = scopeOf(name, one);
  return scope === null ? "qualquer token da API" : `token da API com ${writeScope(scope)}`;
}

function writeParams({ params, fields = {} }: MethodRow): string {
  const fieldRows = listFields(toFieldSchema(params, "input"));
  if (fieldRows.length === 0) return "Sem params.";
  const rows = fieldRows.map((field) =>
    row(`\`${field.caminho}\``, field.tipo, field.obrigatorio ? "sim" : "não", noteOf(field, fields)),
  );
  return table(["Param", "Tipo", "Obrigatório", "Recusas próprias"], rows);
}

function noteOf({ caminho, frases }: Field, fields: NonNullable<MethodRow["fields"]>): string {
  const sentences = frases.map((key) => `'${MESSAGES[key]}'`);
  const reserved = Object.hasOwn(fields, caminho)
    ? [`só de administrador ou proprietário: '${MESSAGES.acessoRestrito}'`]
    : [];
  return [...reserved, ...sentences].join(" ");
}

/** The first method that answers with each schema; later methods link to it. */
const FIRST = new Map<unknown, MethodName>();
for (const name of NAMES) {
  const { schema } = getMethodRow(name).result;
  if (schema !== null && !FIRST.has(schema)) FIRST.set(schema, name);
}

function writeResult(name: MethodName, { shape, schema, beside }: ResultSchema): string {
  if (shape === "login") return "Resultado: `sucesso`, `authToken` e `mensagem`, e nada mais.";
  if (shape === "acknowledged" || schema === null) return "Resultado: só `sucesso` e `mensagem`.";
  const where = {
    list: "em `results` a lista, em `totalCount` o total; de cada um",
    listWith: "em `results` a lista, em `totalCount` o total; de cada um",
    one: "em `object`",
    count: "em `totalCount` o total e em `object` as suas partes",
  }[shape];
  const lines = [`Resultado: ${where}${writeShape(name, schema)}`];
  if (beside !== undefined) lines.push(`Ao lado, em \`object\`${writeShape(name, beside)}`);
  return lines.join("\n\n");
}

function writeShape(name: MethodName, schema: object): string {
  const first = FIRST.get(schema);
  if (first !== undefined && first !== name) return ` o mesmo que em [\`${first}\`](#${anchorOf(first)}).`;
  const fieldSchema = toFieldSchema(schema, "output");
  const fieldRows = listFields(fieldSchema);
  if (fieldRows.length === 0) return `, ${describeType(fieldSchema)}.`;
  const rows = fieldRows.map(({ caminho, tipo }) => row(`\`${caminho}\``, tipo));
  const nullable = (fieldSchema.anyOf ?? []).some(({ type }) => type === "null") ? " (ou `null`)" : "";
  return `${nullable}:\n\n${table(["Campo", "Tipo"], rows)}`;
}

const ACCESS_LABELS: Readonly<Record<FileEndpoint["access"], string>> = {
  public: "todos",
  signedIn: "quem entrou",
  manager: "administrador, proprietário",
};

function writeFileEndpoints(): string {
  const rows = Object.entries(FILE_ENDPOINTS).map(
    ([nome, { verbo, access, escopo: scope, recente, campos: fieldRows, responde }]) => {
      const fields = fieldRows.map(
        (field) => `\`${field.nome}\`${field.obrigatorio ? "" : " (opcional)"}: ${field.de}`,
      );
      return row(
        `\`${verbo} /Services/${nome}\``,
        [ACCESS_LABELS[access], ...(recente ? [RECENT_SIGN_IN_LABELS[recente]] : [])].join("; "),
        access === "public" ? PERMISSION_LABELS.sim : writeScope(scope),
        fields.join("; "),
        responde,
      );
    },
  );
  return `## Arquivos

O token vai em \`Authorization: Bearer\`; no navegador vale também o cookie de arquivos, só nos GET. Sem sessão, 401 com
'${MESSAGES.arquivoSemSessao}'; o que não existe, ou é de outra conta, 404 com a frase. Um POST é um formulário multipart, e responde o envelope dos métodos.

${table(["Endereço", "Quem", "API", "Campos", "Responde"], rows)}

\`\`\`sh
curl -s https://malote.exemplo/Services/import -H "Authorization: Bearer $TOKEN" -F arquivo=@notas.zip
\`\`\``;
}

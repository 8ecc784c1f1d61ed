import {
  ARQUIVOS,
  type ArquivoRow,
  escopoOf,
  getMethodRow,
  MENSAGENS,
  METHODS,
  type MethodName,
  type MethodRow,
  PERFIS,
  type Perfil,
  type Permissao,
  permissaoOf,
  type Recente,
  type ResultSchema,
} from "@malote/contract";
import { CAMPOS } from "./campos.ts";
import { describeTipo, toEsquema } from "./describe-tipo.ts";
import { DESCRICOES } from "./descricoes.ts";
import { INTRODUCAO } from "./introducao.ts";
import { type Campo, listCampos } from "./list-campos.ts";

/** Column headings of the profiles. */
const PERFIL_ROTULO: Readonly<Record<Perfil, string>> = {
  visitante: "Visitante",
  usuario: "Usuário",
  manifestante: "Manifestante",
  administrador: "Administrador",
  proprietario: "Proprietário",
  api: "API",
};
const PERMISSAO_ROTULO: Readonly<Record<Permissao, string>> = { sim: "sim", proprio: "próprio", nao: "–" };

const NAMES = Object.keys(METHODS) as MethodName[];

/** Writes docs/api.md from the contract, in Markdown. */
export function writeApi(): string {
  const servicos = new Set(NAMES.map(servicoOf));
  const sections = [...servicos].map(writeServico);
  return `${[INTRODUCAO, tableOfAcesso(), writeCampos(), ...sections, writeArquivos()].join("\n\n")}\n`;
}

function servicoOf(name: MethodName): string {
  return name.slice(0, name.indexOf("."));
}

/** Writes a Markdown table row. The cells must not contain a "|". */
function row(...cells: string[]): string {
  return `| ${cells.join(" | ")} |`;
}

function table(head: readonly string[], rows: readonly string[]): string {
  return [row(...head), `|${"---|".repeat(head.length)}`, ...rows].join("\n");
}

function tableOfAcesso(): string {
  const rows = NAMES.map((name) => {
    const one = getMethodRow(name);
    const cells = PERFIS.map((perfil) =>
      perfil === "api" ? describeEscopo(name, one) : PERMISSAO_ROTULO[permissaoOf(one, perfil)],
    );
    return row(`[\`${name}\`](#${anchorOf(name)})`, ...cells, one.readOnly ? "sim" : "–");
  });
  return table(["Método", ...PERFIS.map((perfil) => PERFIL_ROTULO[perfil]), "GET"], rows);
}

/** Describes in a table cell which scope an API token needs. */
function describeEscopo(name: MethodName, one: MethodRow): string {
  if (one.access === "public") return PERMISSAO_ROTULO.sim;
  if (one.person === true) return PERMISSAO_ROTULO.nao;
  return writeEscopo(escopoOf(name, one));
}

function writeEscopo(escopo: string | null): string {
  return escopo === null ? "qualquer" : `\`${escopo}\``;
}

/** The anchor that GitHub derives from a heading. */
function anchorOf(name: MethodName): string {
  return name.toLowerCase().replace(".", "");
}

function writeCampos(): string {
  const rows = Object.entries(CAMPOS).map(([nome, de]) => row(`\`${nome}\``, de));
  return `## Campos que se repetem\n\n${table(["Campo", "O que é"], rows)}`;
}

function writeServico(servico: string): string {
  const own = NAMES.filter((name) => servicoOf(name) === servico);
  return [`## ${servico}`, ...own.map(writeMethod)].join("\n\n");
}

function writeMethod(name: MethodName): string {
  const one = getMethodRow(name);
  const parts = [
    `### ${name}`,
    DESCRICOES[name],
    describeAcesso(name, one),
    writeParams(one),
    writeResult(name, one.result),
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

function describeAcesso(method: MethodName, one: MethodRow): string {
  const names = (wanted: Permissao): string =>
    PERFIS.filter((perfil) => perfil !== "api" && permissaoOf(one, perfil) === wanted)
      .map((perfil) => PERFIL_ROTULO[perfil].toLowerCase())
      .join(", ");
  const proprio = names("proprio");
  const parts = [`Quem: ${one.access === "public" ? "todos, sem sessão" : names("sim")}`];
  if (proprio !== "") parts.push(`sobre si mesmo (\`${one.self ?? ""}\`) também ${proprio}`);
  if (one.access !== "public") parts.push(describeToken(method, one));
  if (one.readOnly) parts.push("aceita GET");
  if (one.recente !== undefined) parts.push(RECENTE_ROTULO[one.recente]);
  return `${parts.join("; ")}.`;
}

const RECENTE_ROTULO: Readonly<Record<Recente, string>> = {
  sempre: "pede entrada recente",
  conforme: "pede entrada recente conforme o que muda",
};

function describeToken(name: MethodName, one: MethodRow): string {
  if (one.person === true) return "nenhum token da API";
  const escopo = escopoOf(name, one);
  return escopo === null ? "qualquer token da API" : `token da API com ${writeEscopo(escopo)}`;
}

function writeParams({ params, fields = {} }: MethodRow): string {
  const campos = listCampos(toEsquema(params, "input"));
  if (campos.length === 0) return "Sem params.";
  const rows = campos.map((campo) =>
    row(`\`${campo.caminho}\``, campo.tipo, campo.obrigatorio ? "sim" : "não", noteOf(campo, fields)),
  );
  return table(["Param", "Tipo", "Obrigatório", "Recusas próprias"], rows);
}

function noteOf({ caminho, frases }: Campo, fields: NonNullable<MethodRow["fields"]>): string {
  const said = frases.map((key) => `'${MENSAGENS[key]}'`);
  const reserved = Object.hasOwn(fields, caminho)
    ? [`só de administrador ou proprietário: '${MENSAGENS.acessoRestrito}'`]
    : [];
  return [...reserved, ...said].join(" ");
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
  const lines = [`Resultado: ${where}${writeForma(name, schema)}`];
  if (beside !== undefined) lines.push(`Ao lado, em \`object\`${writeForma(name, beside)}`);
  return lines.join("\n\n");
}

function writeForma(name: MethodName, schema: object): string {
  const first = FIRST.get(schema);
  if (first !== undefined && first !== name) return ` o mesmo que em [\`${first}\`](#${anchorOf(first)}).`;
  const esquema = toEsquema(schema, "output");
  const campos = listCampos(esquema);
  if (campos.length === 0) return `, ${describeTipo(esquema)}.`;
  const rows = campos.map(({ caminho, tipo }) => row(`\`${caminho}\``, tipo));
  const nullable = (esquema.anyOf ?? []).some(({ type }) => type === "null") ? " (ou `null`)" : "";
  return `${nullable}:\n\n${table(["Campo", "Tipo"], rows)}`;
}

const ACESSO_ROTULO: Readonly<Record<ArquivoRow["access"], string>> = {
  public: "todos",
  signedIn: "quem entrou",
  manager: "administrador, proprietário",
};

function writeArquivos(): string {
  const rows = Object.entries(ARQUIVOS).map(
    ([nome, { verbo, access, escopo, recente, campos, responde }]) => {
      const fields = campos.map(
        (campo) => `\`${campo.nome}\`${campo.obrigatorio ? "" : " (opcional)"}: ${campo.de}`,
      );
      return row(
        `\`${verbo} /Services/${nome}\``,
        [ACESSO_ROTULO[access], ...(recente ? [RECENTE_ROTULO[recente]] : [])].join("; "),
        access === "public" ? PERMISSAO_ROTULO.sim : writeEscopo(escopo),
        fields.join("; "),
        responde,
      );
    },
  );
  return `## Arquivos

O token vai em \`Authorization: Bearer\`; no navegador vale também o cookie de arquivos, só nos GET. Sem sessão, 401 com
'${MENSAGENS.arquivoSemSessao}'; o que não existe, ou é de outra conta, 404 com a frase. Um POST é um formulário multipart, e responde o envelope dos métodos.

${table(["Endereço", "Quem", "API", "Campos", "Responde"], rows)}

\`\`\`sh
curl -s https://malote.exemplo/Services/import -H "Authorization: Bearer $TOKEN" -F arquivo=@notas.zip
\`\`\``;
}

import { parseArgs } from "node:util";
import {
  email,
  formatMensagem,
  identificador,
  MENSAGENS,
  type MensagemKey,
  nomeUsuario,
  obrigatorio,
  PLANOS,
  tipoPessoa,
  uf,
} from "@malote/contract";
import * as z from "zod/mini";
import { TAREFA_TIPOS, type TarefaTipo } from "../../services/tarefa/tarefa.rules.ts";

const criar = z.object({
  identificador,
  uf,
  tipo: tipoPessoa,
  email,
  usuario: nomeUsuario,
  nome: obrigatorio(),
});

/** The parsed command line. */
export type Pedido =
  | ({ kind: "criar" } & z.infer<typeof criar>)
  | { kind: "plano"; identificador: string; plano: (typeof PLANOS)[number] }
  | { kind: "produto"; identificador: string; usuario: string; produto: boolean }
  | { kind: "empresa"; identificador: string; cnpj: string; provar: boolean }
  | { kind: "dominio"; identificador: string; dominio: string; incluir: boolean }
  | { kind: "segundo-fator"; identificador: string; usuario: string }
  | { kind: "restaurado"; sim: boolean }
  | { kind: "armazem"; vazio: boolean }
  | { kind: "tentar"; tipo: TarefaTipo | undefined }
  | { kind: "ajuda" };
export type UsoErrado = { kind: "uso-errado"; frase: string };

const OPCOES = {
  uf: { type: "string" },
  tipo: { type: "string" },
  email: { type: "string" },
  usuario: { type: "string" },
  nome: { type: "string" },
  sim: { type: "boolean" },
  ajuda: { type: "boolean", short: "h" },
  help: { type: "boolean" },
} as const;

/** Parses the arguments of `npm run conta --`. */
export function readPedido(args: readonly string[]): Pedido | UsoErrado {
  const read = tryArgs(args);
  if (read === null) return wrong("Há uma opção que não existe, ou sem valor.");
  const { values, positionals } = read;
  if (values.ajuda || values.help) return { kind: "ajuda" };
  const [verbo, nome = "", ...resto] = positionals;
  if (values.sim && verbo !== "restaurado") return wrong("--sim vale só para restaurado.");
  if (verbo === "criar") return readCriar({ ...values, identificador: nome }, resto);
  if (verbo === "plano") return readPlano(nome, resto);
  if (verbo === "produto") return readProduto(nome, resto);
  if (verbo === "empresa") return readEmpresa(nome, resto);
  if (verbo === "dominio") return readDominio(nome, resto);
  if (verbo === "segundo-fator") return readSegundoFator(nome, resto);
  if (verbo === "restaurado") {
    return nome === ""
      ? { kind: "restaurado", sim: values.sim ?? false }
      : wrong("restaurado vale para todas as contas: não aceita nome.");
  }
  if (verbo === "armazem") {
    if (nome === "" || nome === "vazio") return { kind: "armazem", vazio: nome === "vazio" };
    return wrong("armazem só aceita a palavra vazio.");
  }
  if (verbo === "tentar") return readTentar(nome, resto);
  return wrong(verbo === undefined ? "Informe o que fazer." : `O comando ${verbo} não existe.`);
}

function tryArgs(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPCOES, allowPositionals: true });
  } catch {
    return null;
  }
}

function readCriar(typed: Record<string, unknown>, resto: readonly string[]): Pedido | UsoErrado {
  if (resto.length > 0)
    return wrong(`Argumento a mais: ${resto.join(" ")}. Um nome com espaços vai entre aspas.`);
  const read = criar.safeParse(typed);
  if (read.success) return { kind: "criar", ...read.data };
  const [issue] = read.error.issues;
  const campo = String(issue?.path[0] ?? "");
  const opcao = campo === "identificador" ? "IDENTIFICADOR" : `--${campo}`;
  if (typed[campo] === undefined || typed[campo] === "") return wrong(`Falta ${opcao}.`);
  if (campo === "tipo") return wrong("--tipo deve ser Física ou Jurídica.");
  const key = issue?.message ?? "";
  return wrong(`${opcao}: ${isMensagem(key) ? formatMensagem(key) : "é longo demais."}`);
}

function isMensagem(key: string): key is MensagemKey {
  return Object.hasOwn(MENSAGENS, key);
}

function readPlano(nome: string, [documentos = "", ...resto]: readonly string[]): Pedido | UsoErrado {
  if (nome === "" || documentos === "" || resto.length > 0)
    return wrong("plano pede IDENTIFICADOR e DOCUMENTOS.");
  const plano = PLANOS.find((each) => String(each) === documentos);
  if (plano === undefined)
    return wrong(`Não há plano de ${documentos}. Os planos são: ${PLANOS.join(", ")}.`);
  return { kind: "plano", identificador: nome, plano };
}

function readProduto(
  nome: string,
  [usuario = "", valor = "", ...resto]: readonly string[],
): Pedido | UsoErrado {
  const produto = /^(?:sim|n[aã]o)$/i.test(valor) && resto.length === 0;
  if (!produto) return wrong("produto pede IDENTIFICADOR, USUARIO e sim ou nao.");
  return { kind: "produto", identificador: nome, usuario, produto: valor.toLowerCase() === "sim" };
}

function readEmpresa(nome: string, [cnpj = "", valor = "", ...resto]: readonly string[]): Pedido | UsoErrado {
  if (nome === "" || cnpj === "" || !/^(?:provar|retirar)$/.test(valor) || resto.length > 0)
    return wrong("empresa pede IDENTIFICADOR, CNPJ e provar ou retirar.");
  return { kind: "empresa", identificador: nome, cnpj, provar: valor === "provar" };
}

function readDominio(
  nome: string,
  [dominio = "", valor = "", ...resto]: readonly string[],
): Pedido | UsoErrado {
  if (nome === "" || dominio === "" || !/^(?:incluir|retirar)$/.test(valor) || resto.length > 0)
    return wrong("dominio pede IDENTIFICADOR, DOMINIO e incluir ou retirar.");
  return { kind: "dominio", identificador: nome, dominio, incluir: valor === "incluir" };
}

function readSegundoFator(
  nome: string,
  [usuario = "", valor = "", ...resto]: readonly string[],
): Pedido | UsoErrado {
  if (nome === "" || usuario === "" || valor.toLowerCase() !== "desligar" || resto.length > 0)
    return wrong("segundo-fator pede IDENTIFICADOR, USUARIO e desligar.");
  return { kind: "segundo-fator", identificador: nome, usuario };
}

function readTentar(nome: string, resto: readonly string[]): Pedido | UsoErrado {
  const tipo = TAREFA_TIPOS.find((each) => each === nome);
  if (resto.length === 0 && (nome === "" || tipo !== undefined)) return { kind: "tentar", tipo };
  return wrong(`tentar aceita um destes tipos, ou nenhum: ${TAREFA_TIPOS.join(", ")}.`);
}

function wrong(frase: string): UsoErrado {
  return { kind: "uso-errado", frase };
}

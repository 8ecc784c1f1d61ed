import { parseArgs } from "node:util";
import {
  email,
  formatMessage,
  identificador,
  MESSAGES,
  type MessageKey,
  PLANS,
  requiredText,
  signInNameRule,
  tipoPessoa,
  uf,
} from "@malote/contract";
import * as z from "zod/mini";
import { TASK_TYPES, type TaskType } from "../../services/task/task.rules.ts";

const createSchema = z.object({
  identificador,
  uf,
  tipo: tipoPessoa,
  email,
  usuario: signInNameRule,
  nome: requiredText(),
});

/** The parsed command line. */
export type Command =
  | ({ kind: "criar" } & z.infer<typeof createSchema>)
  | { kind: "plano"; identificador: string; plano: (typeof PLANS)[number] }
  | { kind: "produto"; identificador: string; usuario: string; produto: boolean }
  | { kind: "empresa"; identificador: string; cnpj: string; provar: boolean }
  | { kind: "dominio"; identificador: string; dominio: string; incluir: boolean }
  | { kind: "segundo-fator"; identificador: string; usuario: string }
  | { kind: "restaurado"; sim: boolean }
  | { kind: "armazem"; vazio: boolean }
  | { kind: "tentar"; tipo: TaskType | undefined }
  | { kind: "ajuda" };
export type UsageError = { kind: "uso-errado"; sentence: string };

const OPTIONS = {
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
export function parseArguments(args: readonly string[]): Command | UsageError {
  const read = tryArgs(args);
  if (read === null) return usageError("Há uma opção que não existe, ou sem valor.");
  const { values, positionals } = read;
  if (values.ajuda || values.help) return { kind: "ajuda" };
  const [verb, nome = "", ...rest] = positionals;
  if (values.sim && verb !== "restaurado") return usageError("--sim vale só para restaurado.");
  if (verb === "criar") return parseCreate({ ...values, identificador: nome }, rest);
  if (verb === "plano") return parsePlan(nome, rest);
  if (verb === "produto") return parseOperatorAccess(nome, rest);
  if (verb === "empresa") return parseEmpresa(nome, rest);
  if (verb === "dominio") return parseDomain(nome, rest);
  if (verb === "segundo-fator") return parseSecondFactor(nome, rest);
  if (verb === "restaurado") {
    return nome === ""
      ? { kind: "restaurado", sim: values.sim ?? false }
      : usageError("restaurado vale para todas as contas: não aceita nome.");
  }
  if (verb === "armazem") {
    if (nome === "" || nome === "vazio") return { kind: "armazem", vazio: nome === "vazio" };
    return usageError("armazem só aceita a palavra vazio.");
  }
  if (verb === "tentar") return parseRetry(nome, rest);
  return usageError(verb === undefined ? "Informe o que fazer." : `O comando ${verb} não existe.`);
}

function tryArgs(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch {
    return null;
  }
}

function parseCreate(typed: Record<string, unknown>, rest: readonly string[]): Command | UsageError {
  if (rest.length > 0)
    return usageError(`Argumento a mais: ${rest.join(" ")}. Um nome com espaços vai entre aspas.`);
  const read = createSchema.safeParse(typed);
  if (read.success) return { kind: "criar", ...read.data };
  const [issue] = read.error.issues;
  const field = String(issue?.path[0] ?? "");
  const option = field === "identificador" ? "IDENTIFICADOR" : `--${field}`;
  if (typed[field] === undefined || typed[field] === "") return usageError(`Falta ${option}.`);
  if (field === "tipo") return usageError("--tipo deve ser Física ou Jurídica.");
  const key = issue?.message ?? "";
  return usageError(`${option}: ${isMessageKey(key) ? formatMessage(key) : "é longo demais."}`);
}

function isMessageKey(key: string): key is MessageKey {
  return Object.hasOwn(MESSAGES, key);
}

function parsePlan(nome: string, [documentos = "", ...rest]: readonly string[]): Command | UsageError {
  if (nome === "" || documentos === "" || rest.length > 0)
    return usageError("plano pede IDENTIFICADOR e DOCUMENTOS.");
  const plano = PLANS.find((each) => String(each) === documentos);
  if (plano === undefined)
    return usageError(`Não há plano de ${documentos}. Os planos são: ${PLANS.join(", ")}.`);
  return { kind: "plano", identificador: nome, plano };
}

function parseOperatorAccess(
  nome: string,
  [usuario = "", valor = "", ...rest]: readonly string[],
): Command | UsageError {
  const produto = /^(?:sim|n[aã]o)$/i.test(valor) && rest.length === 0;
  if (!produto) return usageError("produto pede IDENTIFICADOR, USUARIO e sim ou nao.");
  return { kind: "produto", identificador: nome, usuario, produto: valor.toLowerCase() === "sim" };
}

function parseEmpresa(
  nome: string,
  [cnpj = "", valor = "", ...rest]: readonly string[],
): Command | UsageError {
  if (nome === "" || cnpj === "" || !/^(?:provar|retirar)$/.test(valor) || rest.length > 0)
    return usageError("empresa pede IDENTIFICADOR, CNPJ e provar ou retirar.");
  return { kind: "empresa", identificador: nome, cnpj, provar: valor === "provar" };
}

function parseDomain(
  nome: string,
  [dominio = "", valor = "", ...rest]: readonly string[],
): Command | UsageError {
  if (nome === "" || dominio === "" || !/^(?:incluir|retirar)$/.test(valor) || rest.length > 0)
    return usageError("dominio pede IDENTIFICADOR, DOMINIO e incluir ou retirar.");
  return { kind: "dominio", identificador: nome, dominio, incluir: valor === "incluir" };
}

function parseSecondFactor(
  nome: string,
  [usuario = "", valor = "", ...rest]: readonly string[],
): Command | UsageError {
  if (nome === "" || usuario === "" || valor.toLowerCase() !== "desligar" || rest.length > 0)
    return usageError("segundo-fator pede IDENTIFICADOR, USUARIO e desligar.");
  return { kind: "segundo-fator", identificador: nome, usuario };
}

function parseRetry(nome: string, rest: readonly string[]): Command | UsageError {
  const tipo = TASK_TYPES.find((each) => each === nome);
  if (rest.length === 0 && (nome === "" || tipo !== undefined)) return { kind: "tentar", tipo };
  return usageError(`tentar aceita um destes tipos, ou nenhum: ${TASK_TYPES.join(", ")}.`);
}

function usageError(sentence: string): UsageError {
  return { kind: "uso-errado", sentence };
}

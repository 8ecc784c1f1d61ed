import { formatDataHora, formatInteiro, zonaOfUf } from "@malote/syntax";
import { type AppContext, blobsOf, openContext } from "../../app-context.ts";
import { adoptStore } from "../../blob/store-identity.ts";
import { loadConfig } from "../../config.ts";
import { isAway, Refusal } from "../../errors.ts";
import { explainStart } from "../../explain-start.ts";
import { changePlano, changeProduto } from "../../services/conta/change-plano.ts";
import { dropSegundoFator } from "../../services/conta/drop-segundo-fator.ts";
import { openConta } from "../../services/conta/open-conta.ts";
import { changeDominio, changeProva } from "../../services/empresa/prove-empresa.ts";
import type { TarefaTipo } from "../../services/tarefa/tarefa.rules.ts";
import { NO_TRACING } from "../../tracing/tracing.ts";
import { AJUDA, USO } from "./ajuda.ts";
import { confirmRestored } from "./confirm-restored.ts";
import { type Pedido, readPedido } from "./read-pedido.ts";

/** Environment and streams of the command. */
export type Mundo = {
  env: Readonly<Record<string, string | undefined>>;
  stdout: Pick<NodeJS.WritableStream, "write">;
  stderr: Pick<NodeJS.WritableStream, "write">;
  /** Without a terminal the command cannot ask for a confirmation. */
  stdin?: NodeJS.ReadStream;
};

const RECUSADO = 1;
const USO_ERRADO = 2;
const POOL_MAX = 2;
const OPERADOR = "Operador";

type Feito = Exclude<Pedido, { kind: "ajuda" }>;

/**
 * The command `conta`: what only the operator may do with contas.
 * @returns exit code: 0 done, 1 refused, 2 wrong usage
 */
export async function runConta(args: readonly string[], mundo: Mundo): Promise<number> {
  const pedido = readPedido(args);
  if (pedido.kind === "uso-errado") {
    mundo.stderr.write(`${pedido.frase}\n${USO}\n`);
    return USO_ERRADO;
  }
  if (pedido.kind === "ajuda") {
    mundo.stdout.write(AJUDA);
    return 0;
  }
  try {
    if (pedido.kind === "restaurado" && !pedido.sim) await confirmRestored(mundo);
    mundo.stdout.write(`${await withContext(mundo.env, (ctx) => obey(ctx, pedido))}\n`);
    return 0;
  } catch (error) {
    mundo.stderr.write(`${explain(error)}\n`);
    return RECUSADO;
  }
}

async function withContext(env: Mundo["env"], work: (ctx: AppContext) => Promise<string>): Promise<string> {
  // The operator reads this command's own output, not a server log.
  const config = { ...loadConfig(env), logLevel: "silent" };
  const ctx = await openContext(config, { processo: "conta", poolMax: POOL_MAX, tracing: NO_TRACING });
  try {
    return await work(ctx);
  } finally {
    ctx.correio.close();
    await ctx.database.close();
  }
}

async function obey(ctx: AppContext, pedido: Feito): Promise<string> {
  if (pedido.kind === "criar") return await create(ctx, pedido);
  if (pedido.kind === "plano") {
    const { antes, depois } = await changePlano(ctx, { ...pedido, quem: OPERADOR });
    return `Plano da conta ${pedido.identificador}: ${formatInteiro(antes)} → ${formatInteiro(depois)} documentos por mês.`;
  }
  if (pedido.kind === "empresa") return await proveEmpresa(ctx, pedido);
  if (pedido.kind === "dominio") {
    const { dominios } = await changeDominio(ctx, { ...pedido, quem: OPERADOR });
    return `Domínios da conta ${pedido.identificador}: ${dominios.join(", ") || "nenhum"}.`;
  }
  if (pedido.kind === "segundo-fator") {
    const wasOn = await dropSegundoFator(ctx, { ...pedido, quem: OPERADOR });
    return `O segundo fator de ${pedido.usuario} (conta ${pedido.identificador}) ${wasOn ? "foi" : "já estava"} desligado.`;
  }
  if (pedido.kind === "restaurado") {
    const contas = await ctx.database.portaria.beginFeedEpoch();
    return `Época nova do feed em ${formatInteiro(contas)} ${contas === 1 ? "conta" : "contas"}.`;
  }
  if (pedido.kind === "armazem") {
    await adoptStore(blobsOf(ctx.config), ctx.database.portaria, pedido);
    return `A pasta ${blobsOf(ctx.config)} agora é a pasta dos arquivos desta instalação.`;
  }
  if (pedido.kind === "tentar") return await retry(ctx, pedido.tipo);
  await changeProduto(ctx, { ...pedido, quem: OPERADOR });
  return `${pedido.usuario} (conta ${pedido.identificador}) ${pedido.produto ? "agora tem" : "não tem mais"} acesso de operador.`;
}

/** Makes waiting tarefas due now; a running worker finds them within a second. */
async function retry({ clock, database }: AppContext, tipo: TarefaTipo | undefined): Promise<string> {
  const n = await database.portaria.resumeTarefas({ agora: clock.now(), tipo });
  if (n === 0) return "Nenhum trabalho espera nova tentativa.";
  return `${formatInteiro(n)} ${n === 1 ? "trabalho é tentado" : "trabalhos são tentados"} de novo agora.`;
}

async function proveEmpresa(ctx: AppContext, pedido: Extract<Feito, { kind: "empresa" }>): Promise<string> {
  const { mudou } = await changeProva(ctx, { ...pedido, quem: OPERADOR });
  const estado = pedido.provar ? "comprovada" : "sem comprovação";
  return `A empresa ${pedido.cnpj} (conta ${pedido.identificador}) ${mudou ? "agora está" : "já estava"} ${estado}.`;
}

async function create(ctx: AppContext, pedido: Extract<Feito, { kind: "criar" }>): Promise<string> {
  const { identificador, tipo: tipoPessoa, uf, email, usuario: nomeUsuario, nome: nomeCompleto } = pedido;
  const conta = { identificador, tipoPessoa, uf };
  const comCarta = ctx.config.smtp !== null;
  const nova = { conta, email, nomeUsuario, nomeCompleto, abertaPor: OPERADOR, comCarta };
  const { token, expiraEm } = await openConta(ctx, nova);
  const lines = [
    `Conta ${identificador} aberta. Com este link ${nomeUsuario} escolhe a senha, até ${formatDataHora(expiraEm, zonaOfUf(uf))}:`,
    `${ctx.config.urlBase}/usuario_convidado/setup/${token}`,
    comCarta
      ? `O link também vai por e-mail para ${email}.`
      : "SMTP_URL não está definida: o link não vai por e-mail. Entregue-o você.",
  ];
  return lines.join("\n");
}

/** Explains an error to the operator in one sentence. @throws the error itself when it is a bug */
function explain(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  if (isAway(error) && !(error instanceof Error && error.name === "StoreNotOurs"))
    return "O banco de dados não respondeu. Confira DATABASE_APP_URL e se o Malote está no ar.";
  const sentence = explainStart(error);
  if (sentence === null) throw error;
  return sentence;
}

import { formatDateTime, formatInteger, zoneOfUf } from "@malote/syntax";
import type { AppContext } from "../../app-context.ts";
import { blobFolderOf } from "../../blob/folder-store.ts";
import { adoptStore } from "../../blob/store-identity.ts";
import { isUnavailable, Refusal } from "../../errors.ts";
import { explainStart } from "../../explain-start.ts";
import { changeOperator, changePlano } from "../../services/conta/change-plano.ts";
import { openConta } from "../../services/conta/open-conta.ts";
import { changeDomain, changeProof } from "../../services/empresa/prove-empresa.ts";
import { dropSecondFactor } from "../../services/sign-in/drop-second-factor.ts";
import type { TaskType } from "../../services/task/task.rules.ts";
import { type CommandIo as CommonIo, EXIT_REFUSED, EXIT_USAGE, withContext } from "../command-context.ts";
import { confirmRestored } from "./confirm-restored.ts";
import { HELP_TEXT, USAGE } from "./help.ts";
import { type Command, parseArguments } from "./parse-arguments.ts";

/** Environment and streams of the command. stdin: without a terminal it cannot ask for a confirmation. */
export type CommandIo = CommonIo & { stdin?: NodeJS.ReadStream };

const OPERATOR_NAME = "Operador";

type Action = Exclude<Command, { kind: "ajuda" }>;

/**
 * The command `conta`: what only the operator may do with contas.
 * @returns exit code: 0 done, 1 refused, 2 wrong usage
 */
export async function runConta(args: readonly string[], io: CommandIo): Promise<number> {
  const command = parseArguments(args);
  if (command.kind === "uso-errado") {
    io.stderr.write(`${command.sentence}\n${USAGE}\n`);
    return EXIT_USAGE;
  }
  if (command.kind === "ajuda") {
    io.stdout.write(HELP_TEXT);
    return 0;
  }
  try {
    if (command.kind === "restaurado" && !command.sim) await confirmRestored(io);
    io.stdout.write(`${await withContext(io.env, "conta", (ctx) => execute(ctx, command))}\n`);
    return 0;
  } catch (error) {
    io.stderr.write(`${explain(error)}\n`);
    return EXIT_REFUSED;
  }
}

async function execute(ctx: AppContext, command: Action): Promise<string> {
  if (command.kind === "criar") return await create(ctx, command);
  if (command.kind === "plano") {
    const { antes, depois } = await changePlano(ctx, { ...command, operator: OPERATOR_NAME });
    return `Plano da conta ${command.identificador}: ${formatInteger(antes)} → ${formatInteger(depois)} documentos por mês.`;
  }
  if (command.kind === "empresa") return await changeEmpresaProof(ctx, command);
  if (command.kind === "dominio") {
    const { dominios } = await changeDomain(ctx, { ...command, operator: OPERATOR_NAME });
    return `Domínios da conta ${command.identificador}: ${dominios.join(", ") || "nenhum"}.`;
  }
  if (command.kind === "segundo-fator") {
    const wasOn = await dropSecondFactor(ctx, { ...command, operator: OPERATOR_NAME });
    return `O segundo fator de ${command.usuario} (conta ${command.identificador}) ${wasOn ? "foi" : "já estava"} desligado.`;
  }
  if (command.kind === "restaurado") {
    const contas = await ctx.database.gatekeeper.beginFeedEpoch();
    return `Época nova do feed em ${formatInteger(contas)} ${contas === 1 ? "conta" : "contas"}.`;
  }
  if (command.kind === "armazem") {
    await adoptStore(blobFolderOf(ctx.config), ctx.database.gatekeeper, command);
    return `A pasta ${blobFolderOf(ctx.config)} agora é a pasta dos arquivos desta instalação.`;
  }
  if (command.kind === "tentar") return await retry(ctx, command.tipo);
  await changeOperator(ctx, { ...command, operator: OPERATOR_NAME });
  return `${command.usuario} (conta ${command.identificador}) ${command.produto ? "agora tem" : "não tem mais"} acesso de operador.`;
}

/** Makes waiting tarefas due now; a running worker finds them within a second. */
async function retry({ clock, database }: AppContext, tipo: TaskType | undefined): Promise<string> {
  const n = await database.gatekeeper.resumeTasks({ now: clock.now(), tipo });
  if (n === 0) return "Nenhum trabalho espera nova tentativa.";
  return `${formatInteger(n)} ${n === 1 ? "trabalho é tentado" : "trabalhos são tentados"} de novo agora.`;
}

async function changeEmpresaProof(
  ctx: AppContext,
  command: Extract<Action, { kind: "empresa" }>,
): Promise<string> {
  const { changed: hasChanged } = await changeProof(ctx, { ...command, operator: OPERATOR_NAME });
  const estado = command.provar ? "comprovada" : "sem comprovação";
  return `A empresa ${command.cnpj} (conta ${command.identificador}) ${hasChanged ? "agora está" : "já estava"} ${estado}.`;
}

async function create(ctx: AppContext, command: Extract<Action, { kind: "criar" }>): Promise<string> {
  const { identificador, tipo: tipoPessoa, uf, email, usuario: nomeUsuario, nome: nomeCompleto } = command;
  const conta = { identificador, tipoPessoa, uf };
  const sendsEmail = ctx.config.smtp !== null;
  const newConta = {
    conta,
    email,
    nomeUsuario,
    nomeCompleto,
    abertaPor: OPERATOR_NAME,
    comCarta: sendsEmail,
  };
  const { token, expiraEm } = await openConta(ctx, newConta);
  const lines = [
    `Conta ${identificador} aberta. Com este link ${nomeUsuario} escolhe a senha, até ${formatDateTime(expiraEm, zoneOfUf(uf))}:`,
    `${ctx.config.urlBase}/usuario_convidado/setup/${token}`,
    sendsEmail
      ? `O link também vai por e-mail para ${email}.`
      : "SMTP_URL não está definida: o link não vai por e-mail. Entregue-o você.",
  ];
  return lines.join("\n");
}

/** Explains an error to the operator in one sentence. @throws the error itself when it is a bug */
function explain(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  if (isUnavailable(error) && !(error instanceof Error && error.name === "StoreNotOurs"))
    return "O banco de dados não respondeu. Confira DATABASE_APP_URL e se o Malote está no ar.";
  const sentence = explainStart(error);
  if (sentence === null) throw error;
  return sentence;
}

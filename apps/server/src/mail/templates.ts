import type { CaixaFailure } from "@malote/contract";
import { CAIXA_FAILURES } from "@malote/contract";
import { DAY_MS, formatDateTime, formatInteger, HOUR_MS, MINUTE_MS } from "@malote/syntax";
import type {
  EmailContentOf,
  EmailData,
  EmailTemplate,
} from "../services/outgoing-email/outgoing-email.rules.ts";
import { writeAccessChanged } from "./access-changed-email.ts";
import { writeCertificateExpiring } from "./certificate-expiring-email.ts";
import { cleanLine, cleanSignInName, type EmailContent, type EmailContext } from "./content.ts";
import { writeCostlyMessage } from "./costly-message-email.ts";
import { writeDeadline } from "./deadline-email.ts";
import { writeInvitation } from "./invitation-email.ts";
import { writeNewConta } from "./new-conta-email.ts";
import { writeNewPassword } from "./new-password-email.ts";
import { writeNotaCancelled } from "./nota-cancelled-email.ts";
import { writeAddressChanged, writePasswordChanged } from "./password-changed-email.ts";
import { writePlanLimit } from "./plan-limit-email.ts";
import { writeWebhookDisabled } from "./webhook-disabled-email.ts";

/** Templates to the users of a conta, all but the XML request to a supplier. */
type NotificationTemplate = Exclude<EmailTemplate, "pedido-xml">;
export type NotificationContent = Extract<EmailContentOf, { modelo: NotificationTemplate }>;

/** Writer of each template; a template without a writer does not compile. */
const TEMPLATES: {
  [M in NotificationTemplate]: (data: EmailData<M>, emailContext: EmailContext) => EmailContent;
} = {
  "caixa-com-erro": writeCaixaFailed,
  "caixa-recuperada": writeCaixaRecovered,
  "caixa-silenciosa": writeCaixaSilent,
  "certificado-vencendo": writeCertificateExpiring,
  "email-caro": writeCostlyMessage,
  "nota-cancelada": writeNotaCancelled,
  "conta-nova": writeNewConta,
  "plano-perto-do-limite": writePlanLimit,
  "prazo-manifestacao": writeDeadline,
  "webhook-desativado": writeWebhookDisabled,
  convite: writeInvitation,
  "senha-nova": writeNewPassword,
  "senha-trocada": writePasswordChanged,
  "email-trocado": writeAddressChanged,
  "acesso-alterado": writeAccessChanged,
};

/** Writes the content of an e-mail with its template. */
export function writeContent(email: NotificationContent, emailContext: EmailContext): EmailContent {
  // The table's type links each template to its data, but a lookup by a runtime name loses that link.
  const write = TEMPLATES[email.modelo] as (data: EmailData, context: EmailContext) => EmailContent;
  return write(email.dados, { ...emailContext, identificador: cleanSignInName(emailContext.identificador) });
}

/** What the owner of the mailbox can do about each cause. */
const ADVICE: Record<CaixaFailure, string> = {
  dns: "Abra a caixa, confira o nome do servidor e use Testar conexão.",
  "endereco-proibido":
    "Abra a caixa e troque o servidor pelo endereço público dele. O Malote não acessa endereços internos nem portas fora das de e-mail.",
  recusada:
    "Abra a caixa e confira o servidor e a porta. Se estiverem certos, fale com o provedor do e-mail.",
  tempo:
    "Não é preciso fazer nada agora: continuamos tentando. Se durar mais de um dia, fale com o provedor do e-mail.",
  tls: "Abra a caixa e use Testar conexão: a tela mostra o certificado do servidor. Se ele for mesmo o do seu servidor, use Confiar neste certificado.",
  senha:
    "Abra a caixa, digite o usuário e a senha de novo e use Testar conexão. Alguns provedores pedem uma senha de app, criada na conta do e-mail.",
  autorizacao: "Abra a caixa, autorize o acesso de novo no seu provedor e use Testar conexão.",
  pasta: "Abra a caixa e escolha uma pasta que existe no servidor.",
  protocolo:
    "Abra a caixa, confira o tipo, o servidor e a porta e use Testar conexão. Se estiverem certos, fale com o provedor do e-mail.",
  interrompida:
    "Não é preciso fazer nada agora: continuamos tentando. Se durar mais de um dia, fale com o provedor do e-mail.",
  "nao-apaga": "Abra a caixa e desligue a exclusão, ou apague as mensagens antigas no próprio servidor.",
  "grande-demais": "Abra a mensagem no seu programa de e-mail e peça ao remetente os arquivos em partes.",
  interna: "Não é preciso fazer nada: o problema é do Malote e já está registrado para quem o opera.",
};

/** Providers that refuse a password for a known reason, with the advice for it. */
const PROVIDER_ADVICE: readonly (readonly [RegExp, string])[] = [
  [
    /(^|\.)(gmail|googlemail|google)\.com$/i,
    "O Gmail pede uma senha de app: crie uma na sua conta Google, em Segurança, abra a caixa, digite-a e use Testar conexão.",
  ],
  [
    /(^|\.)(office365|outlook|hotmail|live|office)\.com$/i,
    "O Microsoft 365 não aceita mais senha: abra a caixa, escolha a autenticação por OAuth2 e use Testar conexão.",
  ],
];

function findAdvice(cause: CaixaFailure | null, host: string): string {
  const known = cause === "senha" && PROVIDER_ADVICE.find(([name]) => name.test(host.trim()));
  return known ? known[1] : ADVICE[cause ?? "protocolo"];
}

function writeCaixaFailed(data: EmailData<"caixa-com-erro">, emailContext: EmailContext): EmailContent {
  const name = cleanLine(data.descricao);
  const cause = isKnownCause(data.causa) ? data.causa : null;
  const since = formatDateTime(data.erroDesde, emailContext.zona);
  const { ultimaColeta, emailsTotal } = data;
  const failure = cause === null ? cleanLine(data.causa) : CAIXA_FAILURES[cause];
  return {
    subject: "Uma caixa de e-mail parou de coletar",
    preview: `${failure} Os e-mails continuam no servidor.`,
    title: `A caixa ${name} parou de coletar`,
    tone: "aviso",
    opening: failure,
    facts: [
      ...factsOf(data),
      ["Parada desde", since],
      [
        "Última coleta completa",
        ultimaColeta === null ? "ainda não houve" : formatDateTime(ultimaColeta, emailContext.zona),
      ],
    ],
    sections: [
      { title: "O que guardamos", text: `${describeStored(emailsTotal)} ${NOTHING_IS_LOST}` },
      { title: "O que fazer", text: findAdvice(cause, data.servidor) },
    ],
    button: buttonOf("Abrir a caixa", data, emailContext),
    footer: footerOf(emailContext, "Avisaremos de novo quando a caixa voltar."),
  };
}

const NOTHING_IS_LOST =
  "Os novos continuam no servidor, e a coleta segue de onde parou assim que a caixa voltar.";

function describeStored(total: number): string {
  if (total === 0) return "Nenhum e-mail desta caixa tinha sido coletado.";
  if (total === 1) return "O e-mail já coletado desta caixa está guardado.";
  return `Os ${formatInteger(total)} e-mails já coletados desta caixa estão guardados.`;
}

function writeCaixaRecovered(data: EmailData<"caixa-recuperada">, emailContext: EmailContext): EmailContent {
  const name = cleanLine(data.descricao);
  const outage = formatDuration(data.recuperadaEm.getTime() - data.erroDesde.getTime());
  const newEmails = describeNewEmails(data.novas);
  return {
    subject: "Uma caixa de e-mail voltou a coletar",
    preview: `Ficou parada por ${outage}. ${newEmails}`,
    title: `A caixa ${name} voltou a coletar`,
    tone: "bom",
    opening: `Ficou parada por ${outage}. A coleta seguiu de onde tinha parado.`,
    facts: [
      ...factsOf(data),
      ["Parada desde", formatDateTime(data.erroDesde, emailContext.zona)],
      ["Voltou em", formatDateTime(data.recuperadaEm, emailContext.zona)],
    ],
    sections: [
      { title: "O que chegou", text: newEmails },
      { title: "O que fazer", text: "Nada: a coleta segue sozinha." },
    ],
    button: buttonOf("Ver a caixa", data, emailContext),
    footer: footerOf(emailContext, ""),
  };
}

function describeNewEmails(newEmails: number): string {
  if (newEmails === 0) return "Nenhum e-mail esperava no servidor.";
  if (newEmails === 1) return "O e-mail que esperava no servidor já está guardado.";
  return `Os ${formatInteger(newEmails)} e-mails que esperavam no servidor já estão guardados.`;
}

function writeCaixaSilent(data: EmailData<"caixa-silenciosa">, emailContext: EmailContext): EmailContent {
  const name = cleanLine(data.descricao);
  const silence = formatDays(data.diasSemEmail);
  return {
    subject: `Uma caixa de e-mail está sem receber há ${silence}`,
    preview: "A coleta funciona, mas nada chega. Confira se os e-mails ainda vão para esta caixa.",
    title: `A caixa ${name} está sem e-mails há ${silence}`,
    tone: "neutro",
    opening: `A coleta funciona e o login é aceito, mas nada chega. Antes, o maior intervalo entre dois e-mails era de ${formatDays(data.costumeDias)}.`,
    facts: [...factsOf(data), ["Último e-mail", formatDateTime(data.ultimoEmailEm, emailContext.zona)]],
    sections: [
      {
        title: "O que guardamos",
        text: "Tudo o que chegou até aqui continua guardado.",
      },
      {
        title: "O que fazer",
        text: "Confira se a caixa não está cheia, se nenhum filtro ou redirecionamento leva as mensagens para outra pasta e se os fornecedores ainda escrevem para este endereço. Para ter certeza, mande um e-mail de teste para ela.",
      },
    ],
    button: buttonOf("Ver a caixa", data, emailContext),
    footer: footerOf(emailContext, "Este aviso só se repete depois que voltar a chegar e-mail."),
  };
}

type AboutCaixa = { caixaId: string; servidor: string; usuario: string };

function factsOf({ usuario, servidor: host }: AboutCaixa): EmailContent["facts"] {
  return [
    ["Usuário", cleanLine(usuario)],
    ["Servidor", cleanLine(host)],
  ];
}

function buttonOf(label: string, { caixaId }: AboutCaixa, { urlBase }: EmailContext): EmailContent["button"] {
  return { label, href: `${urlBase}/caixaemail/${caixaId}` };
}

function footerOf({ identificador }: EmailContext, extra: string): string {
  return `Você recebe este aviso como responsável pela conta ${identificador} no Malote. ${extra}`.trim();
}

/** Formats a duration in its two largest units: "2 dias e 3 h", "45 min". */
function formatDuration(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / MINUTE_MS));
  if (ms < HOUR_MS) return `${minutes} min`;
  const [days, hours] = [Math.floor(ms / DAY_MS), Math.floor((ms % DAY_MS) / HOUR_MS)];
  if (days > 0) return hours === 0 ? formatDays(days) : `${formatDays(days)} e ${hours} h`;
  const remainder = Math.floor((ms % HOUR_MS) / MINUTE_MS);
  return remainder === 0 ? `${hours} h` : `${hours} h e ${remainder} min`;
}

function formatDays(days: number): string {
  if (days < 1) return "menos de 1 dia";
  return days === 1 ? "1 dia" : `${formatInteger(days)} dias`;
}

function isKnownCause(cause: string): cause is CaixaFailure {
  return Object.hasOwn(CAIXA_FAILURES, cause);
}

import { CAIXA_FAILURES, type CaixaFailure } from "@malote/contract";
import { formatDate, splitInstant } from "@malote/syntax";
import { hostOf } from "../webhook/webhook.rules.ts";

/**
 * The facts that explain a failure. causa: a code (failure-cause.ts).
 * cota: for a SEFAZ query it names the authorizer.
 */
export type FailureFacts = { causa: string | null; cota: string; url: string | null; status: number | null };

/** Meanings of SEFAZ's status codes. @source MOC NF-e 7.0, tabela de códigos; NT 2018.002 */
const SEFAZ_STATUS_TEXTS: Readonly<Record<string, string>> = {
  "108": "Serviço paralisado momentaneamente",
  "109": "Serviço paralisado sem previsão",
  "137": "Nenhum documento localizado",
  "280": "Certificado transmissor inválido",
  "281": "Certificado transmissor vencido",
  "283": "Certificado transmissor com erro na cadeia",
  "284": "Certificado transmissor revogado",
  "286": "Certificado transmissor com erro no acesso à LCR",
  "593": "CNPJ do certificado difere do consultado",
  "656": "Consumo indevido",
  "678": "Uso indevido",
  "999": "Erro não catalogado",
};

const SEFAZ_FAILURES: Readonly<Record<string, string>> = {
  dns: "o endereço não foi encontrado",
  recusada: "recusou a conexão",
  tempo: "não respondeu a tempo",
  interrompida: "encerrou a conexão antes da resposta",
  tls: "a conexão segura falhou",
  certificado: "não aceitou o certificado",
  http: "respondeu com um erro HTTP",
  "soap-fault": "respondeu com uma falha interna",
  "resposta-ilegivel": "enviou uma resposta que não pôde ser lida",
  "resposta-grande-demais": "a resposta passa do tamanho permitido",
  "resposta-de-outra-chave": "respondeu sobre outro documento",
  "resposta-de-outro-ambiente": "respondeu por outro ambiente",
};

const ENDPOINT_FAILURES: Readonly<Record<string, string>> = {
  dns: "o endereço não foi encontrado",
  "endereco-proibido": "aponta para um endereço interno",
  "porta-proibida": "a porta não é aceita",
  recusada: "não aceitou a conexão",
  tls: "a conexão segura falhou",
  tempo: "não respondeu em 15 segundos",
  interrompida: "encerrou a conexão antes de responder",
  protocolo: "a resposta não é HTTP",
  recusado: "respondeu 410 e pediu para não receber mais avisos",
  interna: "o envio falhou por um problema do Malote",
};

const OWN_FAILURES: Readonly<Record<string, string>> = {
  "disco-cheio": "Disco cheio",
  "arquivo-ausente": "O arquivo a ler não está no armazém; veja o log do worker",
  arquivos: "A pasta dos arquivos falhou ou não está montada",
  antivirus: "O antivírus não respondeu",
  banco: "O banco de dados não respondeu",
  correio: "O servidor de saída de e-mails não respondeu",
  mundo: "Um serviço externo não respondeu ou pediu para esperar",
  tempo: "Passou do tempo máximo e foi interrompida",
  encerrado: "O worker foi encerrado antes do fim",
  perdida: "O worker que a executava parou antes do fim",
};

const NO_REASON = "Falhou antes de o motivo ser guardado; veja o log do worker";

/** Describes why work failed, without a final full stop. */
export function describeFailureReason({ causa: cause, cota, url, status }: FailureFacts): string {
  if (cause === null) return NO_REASON;
  const [group, detail] = splitCause(cause);
  if (group === "webhook") return describeEndpointFailure(detail, { url, status });
  if (group === "sefaz-disse") return describeSefazStatus(authorizerOf(cota), detail);
  if (group === "sefaz") return `${authorizerOf(cota)}: ${SEFAZ_FAILURES[detail] ?? "não respondeu"}`;
  if (group === "caixa")
    return isCaixaFailure(detail) ? stripFullStop(CAIXA_FAILURES[detail]) : "A caixa falhou";
  if (group === "correio" && detail !== "")
    return `O servidor de saída de e-mails respondeu ${detail}; nova tentativa depois`;
  if (group === "interna")
    return `Erro do Malote${detail === "" ? "" : ` (${detail})`}; veja o log do worker`;
  return OWN_FAILURES[group] ?? NO_REASON;
}

/** Describes the next automatic attempt: "Nova tentativa automática às 15:00". */
export function describeNextAttempt(nextAttempt: Date, now: Date, timeZone: string): string {
  const { hour: hora, minute: minuto } = splitInstant(nextAttempt, timeZone);
  const dia = formatDate(nextAttempt, timeZone);
  return `Nova tentativa automática ${dia === formatDate(now, timeZone) ? "" : `em ${dia} `}às ${hora}:${minuto}`;
}

function splitCause(cause: string): [string, string] {
  const at = cause.indexOf(":");
  return at === -1 ? [cause, ""] : [cause.slice(0, at), cause.slice(at + 1)];
}

function describeSefazStatus(authorizer: string, cStat: string): string {
  const words = SEFAZ_STATUS_TEXTS[cStat];
  return `${authorizer}: ${cStat}${words === undefined ? "" : ` ${words}`}`;
}

function describeEndpointFailure(
  failure: string,
  { url, status }: Pick<FailureFacts, "url" | "status">,
): string {
  const host = url === null ? "O receptor" : hostOf(url);
  if (status !== null && (failure === "status" || failure === "redireciona"))
    return `${host} respondeu ${status}`;
  return `${host}: ${ENDPOINT_FAILURES[failure] ?? "não recebeu"}`;
}

/** "sefaz:consulta:SVRS:55" and "sefaz:SVRS:evento" name SVRS. */
function authorizerOf(cota: string): string {
  const [group, first, second] = cota.split(":");
  const authorizer = first === "consulta" ? second : first;
  return group === "sefaz" && authorizer ? authorizer : "SEFAZ";
}

function isCaixaFailure(text: string): text is CaixaFailure {
  return Object.hasOwn(CAIXA_FAILURES, text);
}

/** Removes the final full stop, to use a sentence inside a line. */
export function stripFullStop(sentence: string): string {
  return sentence.replace(/\.$/, "");
}

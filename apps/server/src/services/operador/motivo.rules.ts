import { FALHA_CAIXA, type FalhaCaixa } from "@malote/contract";
import { formatData, splitInstant } from "@malote/syntax";
import { hostOf } from "../webhook/webhook.rules.ts";

/**
 * The facts that explain a failure. causa: a code (causa.ts).
 * cota: for a SEFAZ query it names the authorizer.
 */
export type FalhaDita = { causa: string | null; cota: string; url: string | null; status: number | null };

/** Meanings of SEFAZ's status codes. @source MOC NF-e 7.0, tabela de códigos; NT 2018.002 */
const SEFAZ_DISSE: Readonly<Record<string, string>> = {
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

const SEFAZ_FALHOU: Readonly<Record<string, string>> = {
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

const RECEPTOR_FALHOU: Readonly<Record<string, string>> = {
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

const NOSSAS: Readonly<Record<string, string>> = {
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

const SEM_MOTIVO = "Falhou antes de o motivo ser guardado; veja o log do worker";

/** Describes why work failed, without a final full stop. */
export function describeMotivo({ causa, cota, url, status }: FalhaDita): string {
  if (causa === null) return SEM_MOTIVO;
  const [grupo, detalhe] = splitCausa(causa);
  if (grupo === "webhook") return describeReceptor(detalhe, { url, status });
  if (grupo === "sefaz-disse") return describeDito(autorizadorOf(cota), detalhe);
  if (grupo === "sefaz") return `${autorizadorOf(cota)}: ${SEFAZ_FALHOU[detalhe] ?? "não respondeu"}`;
  if (grupo === "caixa") return isFalhaCaixa(detalhe) ? stripStop(FALHA_CAIXA[detalhe]) : "A caixa falhou";
  if (grupo === "correio" && detalhe !== "")
    return `O servidor de saída de e-mails respondeu ${detalhe}; nova tentativa depois`;
  if (grupo === "interna")
    return `Erro do Malote${detalhe === "" ? "" : ` (${detalhe})`}; veja o log do worker`;
  return NOSSAS[grupo] ?? SEM_MOTIVO;
}

/** Describes the next automatic attempt: "Nova tentativa automática às 15:00". */
export function writeVolta(volta: Date, agora: Date, zona: string): string {
  const { hora, minuto } = splitInstant(volta, zona);
  const dia = formatData(volta, zona);
  return `Nova tentativa automática ${dia === formatData(agora, zona) ? "" : `em ${dia} `}às ${hora}:${minuto}`;
}

function splitCausa(causa: string): [string, string] {
  const at = causa.indexOf(":");
  return at === -1 ? [causa, ""] : [causa.slice(0, at), causa.slice(at + 1)];
}

function describeDito(autorizador: string, cStat: string): string {
  const words = SEFAZ_DISSE[cStat];
  return `${autorizador}: ${cStat}${words === undefined ? "" : ` ${words}`}`;
}

function describeReceptor(erro: string, { url, status }: Pick<FalhaDita, "url" | "status">): string {
  const host = url === null ? "O receptor" : hostOf(url);
  if (status !== null && (erro === "status" || erro === "redireciona")) return `${host} respondeu ${status}`;
  return `${host}: ${RECEPTOR_FALHOU[erro] ?? "não recebeu"}`;
}

/** "sefaz:consulta:SVRS:55" and "sefaz:SVRS:evento" name SVRS. */
function autorizadorOf(cota: string): string {
  const [grupo, primeiro, segundo] = cota.split(":");
  const autorizador = primeiro === "consulta" ? segundo : primeiro;
  return grupo === "sefaz" && autorizador ? autorizador : "SEFAZ";
}

function isFalhaCaixa(text: string): text is FalhaCaixa {
  return Object.hasOwn(FALHA_CAIXA, text);
}

/** Removes the final full stop, to use a sentence inside a line. */
export function stripStop(sentence: string): string {
  return sentence.replace(/\.$/, "");
}

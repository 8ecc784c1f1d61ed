import {
  isChaveAcesso,
  isCnpj,
  isCpf,
  splitChaveAcesso,
  type Uf,
  ufOfCodigo,
  zonaOfUf,
} from "@malote/syntax";
import { writeDataHora } from "../clock.ts";
import { codigoOfUf } from "../papelaria/chave.ts";
import { writeProtNFe } from "../papelaria/protocolo.ts";
import { element, leaf, NFE_NAMESPACE } from "../papelaria/write-xml.ts";
import type { Consumo } from "./consumo.ts";
import type { Pedido } from "./envelope.ts";
import type { Livro, NotaRegistrada } from "./livro.ts";
import { type CStat, MOTIVOS } from "./motivos.ts";
import type { Elemento } from "./read-xml.ts";

export const VER_APLIC = "MALOTE-SIM-1.0";

/** Everything an answer depends on: who asks, through which door, when, and what the State knows. */
export type Atendimento = {
  pedido: Pedido;
  /** CNPJ or CPF in the caller's certificate; null when it carries none. */
  transmissor: string | null;
  /** The States and the model that the address serves; null when the address does not say. */
  porta: { ufs: readonly Uf[]; modelo: string } | null;
  agora: Date;
  parado: boolean;
  livro: Livro;
  consumo: Consumo;
};

export type Atendido = { cStat: CStat; xml: string };

const VERSAO = "4.00";
const CHAVE = /^[0-9]{6}[0-9A-Z]{12}[0-9]{26}$/;
const MESES_CONSULTA = 6;
const UF_PADRAO = "35";

/** Answers a call as the State does: form of the message first, then the service's own rules. */
export function answer(atendimento: Atendimento): Atendido {
  const { servico } = atendimento.pedido;
  return servico === "NFeStatusServico4" ? answerStatus(atendimento) : answerConsulta(atendimento);
}

/** The faults of form that both services share; null when the message is in order. */
function findFormFault({ pedido, transmissor, parado }: Atendimento): CStat | null {
  const { dadosMsg } = pedido;
  if (transmissor === null) return "282";
  if (dadosMsg.filhos.some(hasPrefix)) return "404";
  if (hasBlanks(dadosMsg)) return "588";
  if (dadosMsg.filhos.length !== 1) return "215";
  return parado ? "108" : null;
}

function hasPrefix(elemento: Elemento): boolean {
  return elemento.prefixo !== "" || elemento.filhos.some(hasPrefix);
}

function hasBlanks(elemento: Elemento): boolean {
  const between = elemento.filhos.length > 0 && elemento.texto !== "";
  return between || elemento.filhos.some(hasBlanks);
}

/** The texts of a message whose children must be exactly these, in this order; null for any other shape. */
function readCampos<T extends string>(
  dadosMsg: Elemento,
  raiz: string,
  nomes: readonly T[],
): Record<T, string> | null {
  const [message] = dadosMsg.filhos;
  if (!message || message.nome !== raiz || message.namespace !== NFE_NAMESPACE) return null;
  if (message.atributos.versao !== VERSAO || message.filhos.length !== nomes.length) return null;
  const rightNames = message.filhos.every(
    (filho, index) =>
      filho.nome === nomes[index] && filho.namespace === NFE_NAMESPACE && filho.filhos.length === 0,
  );
  if (!rightNames) return null;
  const texts = nomes.map((nome, index): [T, string] => [nome, message.filhos[index]?.texto ?? ""]);
  return Object.fromEntries(texts) as Record<T, string>;
}

function answerStatus(atendimento: Atendimento): Atendido {
  const campos = readCampos(atendimento.pedido.dadosMsg, "consStatServ", ["tpAmb", "cUF", "xServ"]);
  const cStat = findFormFault(atendimento) ?? judgeStatus(atendimento, campos);
  const cUF = campos && ufOfCodigo(campos.cUF) ? campos.cUF : codigoDaPorta(atendimento);
  const xml = element(
    `retConsStatServ versao="${VERSAO}" xmlns="${NFE_NAMESPACE}"`,
    cabecalho({ cStat, cUF, tpAmb: campos?.tpAmb, agora: atendimento.agora }),
    cStat === "107" ? leaf("tMed", "1") : "",
  );
  return { cStat, xml };
}

function judgeStatus(
  { porta }: Atendimento,
  campos: Record<"tpAmb" | "cUF" | "xServ", string> | null,
): CStat {
  if (!campos || !isAmbiente(campos.tpAmb) || campos.xServ !== "STATUS") return "215";
  const uf = ufOfCodigo(campos.cUF);
  if (!uf) return "215";
  return porta && !porta.ufs.includes(uf) ? "289" : "107";
}

function answerConsulta(atendimento: Atendimento): Atendido {
  const campos = readCampos(atendimento.pedido.dadosMsg, "consSitNFe", ["tpAmb", "xServ", "chNFe"]);
  const cStat = findFormFault(atendimento) ?? judgeConsulta(atendimento, campos);
  const chave = campos && CHAVE.test(campos.chNFe) ? campos.chNFe : null;
  const cUF = chave && ufOfCodigo(chave.slice(0, 2)) ? chave.slice(0, 2) : codigoDaPorta(atendimento);
  const known = cStat === "100" || cStat === "101" ? atendimento.livro.find(chave ?? "") : undefined;
  const xml = element(
    `retConsSitNFe versao="${VERSAO}" xmlns="${NFE_NAMESPACE}"`,
    cabecalho({ cStat, cUF, tpAmb: campos?.tpAmb, agora: atendimento.agora }),
    chave ? leaf("chNFe", chave) : "",
    known ? writeSituacao(known, atendimento.agora) : "",
  );
  return { cStat, xml };
}

function judgeConsulta(
  atendimento: Atendimento,
  campos: Record<"tpAmb" | "xServ" | "chNFe", string> | null,
): CStat {
  if (!campos || !isAmbiente(campos.tpAmb) || campos.xServ !== "CONSULTAR" || !CHAVE.test(campos.chNFe))
    return "215";
  const { agora, consumo, transmissor, livro } = atendimento;
  const chave = campos.chNFe;
  if (consumo.countConsulta(transmissor ?? "", chave, agora)) return "656";
  const fault = judgeChave(chave, atendimento);
  if (fault) return fault;
  const known = livro.find(chave);
  if (!known || known.protocolo.ambiente !== campos.tpAmb) return "217";
  return eventosOf(known, agora).some((evento) => evento.tpEvento === "110111") ? "101" : "100";
}

/** What is wrong with the key itself, before any book is opened. */
function judgeChave(chave: string, { porta, agora }: Atendimento): CStat | null {
  const partes = splitChaveAcesso(chave);
  if (!isChaveAcesso(chave)) return "236";
  if (!partes.uf) return "614";
  const ano = 2000 + Number(partes.anoMes.slice(0, 2));
  const mes = Number(partes.anoMes.slice(2));
  if (ano < 2006 || ano > agora.getUTCFullYear()) return "615";
  if (mes < 1 || mes > 12) return "616";
  if (!isEmissor(partes.documento)) return "617";
  if (partes.modelo !== "55" && partes.modelo !== "65") return "618";
  if (Number(partes.numero) === 0) return "619";
  if (porta && partes.modelo !== porta.modelo) return "450";
  if (porta && !porta.ufs.includes(partes.uf)) return "226";
  return monthsSince(ano, mes, agora) > MESES_CONSULTA ? "526" : null;
}

/** The 14 columns hold a CNPJ, or a CPF after three zeros. */
function isEmissor(documento: string): boolean {
  return isCnpj(documento) || (documento.startsWith("000") && isCpf(documento.slice(3)));
}

function monthsSince(ano: number, mes: number, agora: Date): number {
  return (agora.getUTCFullYear() - ano) * 12 + agora.getUTCMonth() + 1 - mes;
}

function isAmbiente(text: string): boolean {
  return text === "1" || text === "2";
}

function codigoDaPorta({ porta }: Atendimento): string {
  const [uf] = porta?.ufs ?? [];
  return uf ? codigoOfUf(uf) : UF_PADRAO;
}

function cabecalho(o: { cStat: CStat; cUF: string; tpAmb: string | undefined; agora: Date }): string {
  const zona = zonaOfUf(ufOfCodigo(o.cUF) ?? "");
  return [
    leaf("tpAmb", o.tpAmb && isAmbiente(o.tpAmb) ? o.tpAmb : "1"),
    leaf("verAplic", VER_APLIC),
    leaf("cStat", o.cStat),
    leaf("xMotivo", MOTIVOS[o.cStat]),
    leaf("cUF", o.cUF),
    leaf("dhRecbto", writeDataHora(o.agora, zona)),
  ].join("");
}

function eventosOf(nota: NotaRegistrada, agora: Date): NotaRegistrada["eventos"] {
  return nota.eventos.filter((evento) => Date.parse(evento.aPartirDe) <= agora.getTime());
}

function writeSituacao(nota: NotaRegistrada, agora: Date): string {
  return (
    writeProtNFe(nota.protocolo) +
    eventosOf(nota, agora)
      .map((evento) => evento.procEventoXml)
      .join("")
  );
}

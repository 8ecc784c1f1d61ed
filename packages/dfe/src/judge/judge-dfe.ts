import { splitChaveAcesso } from "@malote/syntax";
import type { Certificado } from "../assinatura/certificado.ts";
import { verifyAssinatura } from "../assinatura/verify-assinatura.ts";
import { Findings } from "../findings.ts";
import type { EventoLido, Leitura, NotaLida } from "../leitura.ts";
import { readProvedor } from "../read/conferencia.ts";
import { readEvento } from "../read/evento.ts";
import { isLocalizado, type Localizado, locate } from "../read/locate.ts";
import { readNota } from "../read/nota.ts";
import type { Achado, AchadoCodigo, CertificadoLido, Confianca, Situacao, Veredito } from "../veredito.ts";
import { parseXml } from "../xml/parse.ts";
import { type Assinante, judgeCertificado } from "./judge-certificado.ts";
import { judgeConteudo } from "./judge-conteudo.ts";
import { judgeEvento } from "./judge-evento.ts";
import { judgeNota } from "./judge-nota.ts";

const ASSINATURA_INVALIDA: ReadonlySet<AchadoCodigo> = new Set([
  "sem-assinatura",
  "assinatura-malformada",
  "algoritmo-nao-aceito",
  "referencia-divergente",
  "digest-divergente",
  "assinatura-divergente",
  "certificado-ilegivel",
  "id-repetido",
  "nao-julgado",
]);
const REPARO: ReadonlySet<AchadoCodigo> = new Set(["codificacao-reparada", "bordas-reparadas"]);

/** Judges a nota or an evento by its very bytes: signature, signer, chain, key against content, protocol against both.
 * The data judged are read again from these bytes, never taken from `leitura`; other kinds are not judged
 * ("nao-julgado"). It asks nobody: authorization and revocation are SEFAZ's and the authority's to say.
 * @throws RangeError when `leitura` was read from other bytes */
export function judgeDfe(bytes: Uint8Array, leitura: Leitura, confianca: Confianca): Veredito {
  if (leitura.kind !== "nota" && leitura.kind !== "evento") return refuse();
  const parsed = parseXml(bytes);
  const lugar = locate(parsed.root);
  if (!isLocalizado(lugar) || lugar.kind !== leitura.kind) throw new RangeError("leitura of other bytes");
  const findings = new Findings();
  judgeConteudo(parsed, lugar, findings);
  const certificado = verifyAssinatura(lugar.assinado, lugar.assinaturas, findings);
  const assinante =
    leitura.kind === "nota"
      ? judgeAsNota(lugar, leitura.nota, findings)
      : judgeAsEvento(lugar, leitura.evento, findings);
  if (certificado) judgeCertificado(certificado, assinante, { confianca, findings });
  return {
    situacao: situacaoOf(findings.all()),
    achados: findings.all(),
    certificado: showCertificado(certificado),
  };
}

function judgeAsNota(lugar: Localizado, lida: NotaLida, findings: Findings): Assinante {
  const nota = readNota(lugar);
  if (nota.chaveAcesso !== lida.chaveAcesso) throw new RangeError("leitura of other bytes");
  judgeNota(lugar, nota, findings);
  return {
    documento: nota.emitente.documento,
    quando: nota.protocolo?.dataRecebimento || nota.dataEmissao,
    provedor: readProvedor(lugar),
    serie: nota.serieNota,
    chaveDocumento: splitChaveAcesso(nota.chaveAcesso).documento,
  };
}

function judgeAsEvento(lugar: Localizado, lido: EventoLido, findings: Findings): Assinante {
  const evento = readEvento(lugar);
  if (evento.chaveAcesso !== lido.chaveAcesso) throw new RangeError("leitura of other bytes");
  judgeEvento(lugar, evento, findings);
  const { serie, documento } = splitChaveAcesso(evento.chaveAcesso);
  return {
    documento: evento.autor,
    quando: evento.protocoloData ?? evento.dataEvento,
    provedor: readProvedor(lugar),
    serie,
    chaveDocumento: documento,
  };
}

function situacaoOf(achados: readonly Achado[]): Situacao {
  if (achados.some((each) => ASSINATURA_INVALIDA.has(each.codigo))) return "assinatura-invalida";
  if (achados.some((each) => each.grave)) return "suspeita";
  return achados.some((each) => REPARO.has(each.codigo)) ? "reparada" : "integra";
}

function refuse(): Veredito {
  return {
    situacao: "assinatura-invalida",
    achados: [{ codigo: "nao-julgado", grave: true }],
    certificado: null,
  };
}

function showCertificado(certificado: Certificado | null): CertificadoLido | null {
  if (!certificado) return null;
  const { titular, documento, validoDe, validoAte } = certificado;
  return { titular, documento, validoDe: validoDe.toISOString(), validoAte: validoAte.toISOString() };
}

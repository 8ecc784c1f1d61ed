import { splitChaveAcesso } from "@malote/syntax";
import { findAssinado } from "../assinatura/find-assinado.ts";
import { verifyAssinatura } from "../assinatura/verify-assinatura.ts";
import { Findings } from "../findings.ts";
import type { EventoLido, Leitura, NotaLida } from "../leitura.ts";
import { readProvedor } from "../read/conferencia.ts";
import { isLocalizado, type Localizado } from "../read/locate.ts";
import type { Aberto } from "../read/read-dfe.ts";
import type { Achado, CertificadoLido, Confianca } from "../veredito.ts";
import { type Assinante, judgeCertificado } from "./judge-certificado.ts";
import { judgeConteudo } from "./judge-conteudo.ts";
import { judgeEvento } from "./judge-evento.ts";
import { judgeNota } from "./judge-nota.ts";

/** What was found of one opened file; `julgado` is false for what is no document and has no verdict. */
export type Julgamento = { achados: Achado[]; certificado: CertificadoLido | null; julgado: boolean };

/** Judges what was opened, from the very tree that was read: signature, signer, chain, key against content, protocol against both.
 * Of a document that is not read whole only the signature is judged. */
export function judgeDocumento(aberto: Aberto, confianca: Confianca): Julgamento {
  const { leitura, parsed, lugar } = aberto;
  const findings = new Findings();
  judgeLeitura(leitura, findings);
  if (!parsed) return { achados: findings.all(), certificado: null, julgado: leitura.kind === "ilegivel" };
  const alvo = lugar && isLocalizado(lugar) ? lugar : findAssinado(parsed.root);
  if (!isDocumento(leitura) || !alvo) {
    return { achados: findings.all(), certificado: null, julgado: isDocumento(leitura) };
  }
  judgeConteudo(parsed, alvo, findings);
  const certificado = verifyAssinatura(alvo.assinado, alvo.assinaturas, findings);
  const assinante = assinanteOf(lugar && isLocalizado(lugar) ? lugar : null, { leitura, findings });
  if (certificado && assinante) judgeCertificado(certificado, assinante, { confianca, findings });
  const { titular, documento, validoDe, validoAte } = certificado ?? {};
  const shown =
    titular === undefined || !validoDe || !validoAte
      ? null
      : {
          titular,
          documento: documento ?? null,
          validoDe: validoDe.toISOString(),
          validoAte: validoAte.toISOString(),
        };
  return { achados: findings.all(), certificado: shown, julgado: true };
}

function isDocumento({ kind }: Leitura): boolean {
  return kind === "nota" || kind === "evento" || kind === "outro-dfe" || kind === "ilegivel";
}

function judgeLeitura(leitura: Leitura, findings: Findings): void {
  if (leitura.kind !== "ilegivel") return;
  const { motivo, detalhe } = leitura;
  if (motivo === "dtd") findings.add("xml-com-dtd", { detalhe });
  else if (motivo === "versao") findings.add("xml-de-outra-versao", { detalhe });
  else findings.add("leitura-impossivel", { detalhe: `${motivo} ${detalhe}` });
}

function assinanteOf(
  lugar: Localizado | null,
  { leitura, findings }: { leitura: Leitura; findings: Findings },
): Assinante | null {
  if (lugar && leitura.kind === "nota") return assinanteOfNota(lugar, leitura.nota, findings);
  if (lugar && leitura.kind === "evento") return assinanteOfEvento(lugar, leitura.evento, findings);
  return null;
}

function assinanteOfNota(lugar: Localizado, nota: NotaLida, findings: Findings): Assinante {
  judgeNota(lugar, nota, findings);
  return {
    documento: nota.emitente.documento,
    quando: nota.protocolo?.dataRecebimento || nota.dataEmissao,
    provedor: readProvedor(lugar),
    serie: nota.serieNota,
    chaveDocumento: splitChaveAcesso(nota.chaveAcesso).documento,
  };
}

function assinanteOfEvento(lugar: Localizado, evento: EventoLido, findings: Findings): Assinante {
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

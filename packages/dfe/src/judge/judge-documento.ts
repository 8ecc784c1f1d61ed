import type { Achado } from "../achados.ts";
import type { ParsedCertificado, Signature, Trust } from "../examination.ts";
import { Findings } from "../findings.ts";
import { isLocatedDocumento } from "../read/locate.ts";
import type { OpenedDfe } from "../read/read-dfe.ts";
import type { ParsedEvento, Reading } from "../reading.ts";
import type { Certificado } from "../signature/certificado.ts";
import {
  findSigned,
  findSignedInRoot,
  openTarget,
  type SignedElement,
  type SignedTarget,
} from "../signature/find-signed.ts";
import { verifySignature } from "../signature/verify-signature.ts";
import { checkStructure } from "../structure/check-structure.ts";
import type { Veredito } from "../veredito.ts";
import { type ExpectedSigner, judgeCertificado, judgeOrigem } from "./judge-certificado.ts";
import { judgeContent } from "./judge-content.ts";
import { expectedSignerOfEvento, judgeEvento, REGISTRADO } from "./judge-evento.ts";
import { type ActualSigner, expectedSignerOfNota, judgeNota } from "./judge-nota.ts";
import { signatureOf, vereditoOf } from "./veredito-of.ts";

/** The result of judging one opened file; `veredito` is null when it is no document. */
export type Judgement = {
  veredito: Veredito | null;
  assinatura: Signature;
  achados: Achado[];
  certificado: ParsedCertificado | null;
};

/** Judges an opened file on the tree that was read: signature, signer and chain, then key, fields
 * and protocolo. For a document that is not read completely, only the signature is judged. */
export function judgeDocumento(opened: OpenedDfe, trust: Trust): Judgement {
  if (!isDocumento(opened.reading)) return judgeMessage(opened);
  const findings = new Findings();
  judgeReading(opened.reading, findings);
  if (!opened.parsed) return conclude(findings, null);
  const target = findTarget(opened);
  if (!target) findings.add("sem-assinatura");
  judgeContent(opened, target, findings);
  const certificado = target && verifySignature(target, findings);
  const documento = certificado?.documento ?? null;
  const expected = judgeFiscal(opened, { documento, confianca: trust }, findings);
  if (certificado && expected) judgeCertificado(certificado, expected, { confianca: trust, findings });
  else if (certificado) judgeOrigem(certificado, [certificado.validoDe], { confianca: trust, findings });
  // Layout checks come last, since they may fill the list of findings.
  judgeStructure(opened, findings);
  return conclude(findings, certificado);
}

/** The result for a message, a summary, a batch or no DF-e: none of them is signed as a whole. */
const NOT_JUDGED: Judgement = {
  veredito: null,
  assinatura: { estado: "ausente", motivos: [] },
  achados: [],
  certificado: null,
};

/** SEFAZ may sign its messages: the state of that signature is reported, but proves no document. */
function judgeMessage(opened: OpenedDfe): Judgement {
  const target = opened.reading.kind === "mensagem" ? findTarget(opened) : null;
  if (!target) return NOT_JUDGED;
  const findings = new Findings();
  verifySignature(target, findings);
  return { ...NOT_JUDGED, assinatura: signatureOf(findings.all()) };
}

function isDocumento({ kind }: Reading): boolean {
  return kind === "nota" || kind === "evento" || kind === "outro-dfe" || kind === "ilegivel";
}

function judgeReading(reading: Reading, findings: Findings): void {
  if (reading.kind !== "ilegivel") return;
  const { motivo, detalhe } = reading;
  if (motivo === "dtd") findings.add("xml-com-dtd", { detalhe });
  else if (motivo === "versao") findings.add("xml-de-outra-versao", { detalhe });
  else if (motivo === "estrutura" || /^campo-/.test(motivo))
    findings.add("fora-do-leiaute", { detalhe: `${motivo} ${detalhe}` });
  else findings.add("leitura-impossivel", { detalhe: `${motivo} ${detalhe}` });
}

function findTarget({ parsed, location }: OpenedDfe): SignedTarget | null {
  const assinado = locateAssinado(parsed, location);
  return assinado && openTarget(assinado);
}

function locateAssinado(parsed: OpenedDfe["parsed"], location: OpenedDfe["location"]): SignedElement | null {
  if (location && isLocatedDocumento(location)) return location;
  if (location?.kind === "outro-dfe") return findSignedInRoot(location.payload);
  return parsed && findSigned(parsed.root);
}

/** Judges the fiscal content. Returns the expected signer, or null when it is unknown. */
function judgeFiscal(
  { reading, location }: OpenedDfe,
  actual: ActualSigner,
  findings: Findings,
): ExpectedSigner | null {
  if (reading.kind === "outro-dfe") findings.add("conteudo-nao-conferido");
  if (!location || !isLocatedDocumento(location)) return null;
  if (reading.kind === "nota") {
    judgeNota(location, { nota: reading.nota, actual }, findings);
    return expectedSignerOfNota(location, reading.nota);
  }
  if (reading.kind === "evento") {
    judgeEvento(location, { evento: reading.evento, confianca: actual.confianca }, findings);
    return expectedSignerOfEvento(location, reading.evento);
  }
  return null;
}

/** Layout findings are advice: SEFAZ checked the layout before it authorized the document. */
function judgeStructure({ reading, location }: OpenedDfe, findings: Findings): void {
  const isRead = reading.kind === "nota" || reading.kind === "evento";
  if (!isRead || !location || !isLocatedDocumento(location)) return;
  for (const { regra, ...onde } of checkStructure(location.assinado)) findings.add(regra, onde);
}

/** Judges SEFAZ's answer to an evento without the evento:
 * no autor signed it, so only SEFAZ can confirm it. */
export function judgeRegistroOnly({ cStat, ambiente }: ParsedEvento): Judgement {
  const findings = new Findings();
  findings.add("so-registro");
  if (!REGISTRADO.has(cStat ?? "")) findings.add("evento-nao-registrado", { detalhe: cStat ?? "" });
  if (ambiente === "2") findings.add("ambiente-homologacao");
  return conclude(findings, null);
}

function conclude(findings: Findings, certificado: Certificado | null): Judgement {
  const achados = findings.all();
  return {
    veredito: vereditoOf(achados),
    assinatura: signatureOf(achados),
    achados,
    certificado: certificado && show(certificado),
  };
}

function show({ titular, documento, validoDe, validoAte }: Certificado): ParsedCertificado {
  return { titular, documento, validoDe: validoDe.toISOString(), validoAte: validoAte.toISOString() };
}

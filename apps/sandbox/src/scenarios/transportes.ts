import { formatReais } from "@malote/syntax";
import type { DocumentoAssinado } from "../papelaria/documento.ts";
import { TRANSPORTADORA } from "../papelaria/transportadoras.ts";
import { anexoTransporte } from "./carta.ts";
import type { Cenario } from "./cenario.ts";
import type { Autorizado } from "./palco.ts";

/** Documents of the carrier. */
export const cteEMdfe: Cenario = {
  nome: "cte-e-mdfe",
  titulo: "CT-e e MDF-e",
  descricao: "A transportadora envia o CT-e do frete que a empresa paga e, junto, o MDF-e da viagem.",
  play: async (palco) => {
    const nota = palco.emitNota();
    const cte = palco.emitCte(nota);
    const mdfe = palco.emitMdfe(nota, cte);
    const assunto = `CT-e ${cte.numero} e MDF-e ${mdfe.numero}`;
    const texto = `Segue o CT-e ${cte.numero}, de ${formatReais(cte.valorTotal)}, da NF-e ${nota.numero}.`;
    await palco.sendEmail(cartaTransporte({ assunto, texto }, [cte, mdfe]));
    return [cte.chaveAcesso, mdfe.chaveAcesso];
  },
};

const CANCELA_APOS_MS = 3_000;

export const cteCancelado: Cenario = {
  nome: "cte-cancelado-depois",
  titulo: "CT-e cancelado depois",
  descricao:
    "Chegam o CT-e e o MDF-e, autorizados; três segundos depois, a transportadora cancela o CT-e e não avisa ninguém.",
  play: async (palco) => {
    const nota = palco.emitNota();
    const cte = palco.emitCte(nota);
    const mdfe = palco.emitMdfe(nota, cte);
    const assunto = `CT-e ${cte.numero} e MDF-e ${mdfe.numero}`;
    const texto = `Segue o CT-e ${cte.numero}, da NF-e ${nota.numero}.`;
    await palco.sendEmail(cartaTransporte({ assunto, texto }, [cte, mdfe]));
    const dataEvento = new Date(palco.now().getTime() + CANCELA_APOS_MS);
    palco.cancelCte(cte, { dataEvento, justificativa: "Frete não realizado, a pedido do tomador" });
    return [cte.chaveAcesso, mdfe.chaveAcesso];
  },
};

export const cteOs: Cenario = {
  nome: "cte-os",
  titulo: "CT-e OS",
  descricao: "O fretamento de um ônibus para os funcionários: o CT-e OS (modelo 67) que a empresa paga.",
  play: async (palco) => {
    const cte = palco.emitCteOs();
    const assunto = `CT-e OS ${cte.numero}`;
    const texto = `Segue o CT-e OS ${cte.numero}, do fretamento de ${formatReais(cte.valorTotal)}.`;
    await palco.sendEmail(cartaTransporte({ assunto, texto }, [cte]));
    return [cte.chaveAcesso];
  },
};

function cartaTransporte(
  { assunto, texto }: { assunto: string; texto: string },
  documentos: readonly Autorizado<DocumentoAssinado>[],
) {
  return {
    de: TRANSPORTADORA,
    assunto: `${assunto} - ${TRANSPORTADORA.fantasia}`,
    texto: `Prezados,\r\n\r\n${texto}\r\n\r\n${TRANSPORTADORA.nome}\r\n`,
    anexos: documentos.map(anexoTransporte),
  };
}

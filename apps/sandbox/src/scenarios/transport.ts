import { formatReais } from "@malote/syntax";
import { TRANSPORTADORA } from "../document-generator/companies/carriers.ts";
import type { SignedDocumento } from "../document-generator/documento/documento.ts";
import type { Authorized } from "./environment.ts";
import type { Scenario } from "./scenario.ts";
import { transportAnexo } from "./supplier-emails.ts";

/** Documents of the carrier. */
export const cteEMdfe: Scenario = {
  nome: "cte-e-mdfe",
  titulo: "CT-e e MDF-e",
  descricao: "A transportadora envia o CT-e do frete que a empresa paga e, junto, o MDF-e da viagem.",
  play: async (environment) => {
    const nota = environment.emitNota();
    const cte = environment.emitCte(nota);
    const mdfe = environment.emitMdfe(nota, cte);
    const assunto = `CT-e ${cte.numero} e MDF-e ${mdfe.numero}`;
    const texto = `Segue o CT-e ${cte.numero}, de ${formatReais(cte.valorTotal)}, da NF-e ${nota.numero}.`;
    await environment.sendEmail(emailOfTransport({ assunto, texto }, [cte, mdfe]));
    return [cte.chaveAcesso, mdfe.chaveAcesso];
  },
};

const CANCELA_APOS_MS = 3_000;

export const cteCancelado: Scenario = {
  nome: "cte-cancelado-depois",
  titulo: "CT-e cancelado depois",
  descricao:
    "Chegam o CT-e e o MDF-e, autorizados; três segundos depois, a transportadora cancela o CT-e e não avisa ninguém.",
  play: async (environment) => {
    const nota = environment.emitNota();
    const cte = environment.emitCte(nota);
    const mdfe = environment.emitMdfe(nota, cte);
    const assunto = `CT-e ${cte.numero} e MDF-e ${mdfe.numero}`;
    const texto = `Segue o CT-e ${cte.numero}, da NF-e ${nota.numero}.`;
    await environment.sendEmail(emailOfTransport({ assunto, texto }, [cte, mdfe]));
    const dataEvento = new Date(environment.now().getTime() + CANCELA_APOS_MS);
    environment.cancelCte(cte, { dataEvento, justificativa: "Frete não realizado, a pedido do tomador" });
    return [cte.chaveAcesso, mdfe.chaveAcesso];
  },
};

export const cteOs: Scenario = {
  nome: "cte-os",
  titulo: "CT-e OS",
  descricao: "O fretamento de um ônibus para os funcionários: o CT-e OS (modelo 67) que a empresa paga.",
  play: async (environment) => {
    const cte = environment.emitCteOs();
    const assunto = `CT-e OS ${cte.numero}`;
    const texto = `Segue o CT-e OS ${cte.numero}, do fretamento de ${formatReais(cte.valorTotal)}.`;
    await environment.sendEmail(emailOfTransport({ assunto, texto }, [cte]));
    return [cte.chaveAcesso];
  },
};

function emailOfTransport(
  { assunto, texto }: { assunto: string; texto: string },
  documentos: readonly Authorized<SignedDocumento>[],
) {
  return {
    de: TRANSPORTADORA,
    assunto: `${assunto} - ${TRANSPORTADORA.fantasia}`,
    texto: `Prezados,\r\n\r\n${texto}\r\n\r\n${TRANSPORTADORA.nome}\r\n`,
    anexos: documentos.map(transportAnexo),
  };
}

import { OWN_SALE } from "../document-generator/companies/own-sale.ts";
import { FORNECEDOR_ALFANUMERICO, FORNECEDORES } from "../document-generator/companies/suppliers.ts";
import { writeEnviNFe } from "../document-generator/sefaz-messages/lote.ts";
import { writeZip } from "../mail-server/write-email.ts";
import type { Scenario } from "./scenario.ts";
import { emailOfNota, xmlAnexo } from "./supplier-emails.ts";

/** Authorized documents, in various transports. */
export const notaAutorizada: Scenario = {
  nome: "nota-autorizada",
  titulo: "Nota autorizada",
  descricao: "Uma NF-e assinada e autorizada chega em XML, com o DANFE em PDF ao lado.",
  play: async (environment) => {
    const nota = environment.emitNota();
    await environment.sendEmail(emailOfNota(nota));
    return [nota.chaveAcesso];
  },
};

export const notaEmitida: Scenario = {
  nome: "nota-emitida",
  titulo: "Nota emitida pela empresa",
  descricao: "A empresa da demonstração vende, e a cópia da NF-e que ela emitiu chega à própria caixa.",
  play: async (environment) => {
    const nota = environment.emitNota({ fornecedor: OWN_SALE, destinatario: environment.pickFornecedor() });
    await environment.sendEmail(emailOfNota(nota));
    return [nota.chaveAcesso];
  },
};

export const zipComTresNotas: Scenario = {
  nome: "zip-com-tres-notas",
  titulo: "ZIP com três notas",
  descricao: "Um e-mail com um único ZIP, e dentro dele três NF-e autorizadas do mesmo fornecedor.",
  play: async (environment) => {
    const fornecedor = environment.pickFornecedor();
    const notas = [1, 2, 3].map(() => environment.emitNota({ fornecedor }));
    const arquivos = notas.map((nota) => ({
      nome: `${nota.chaveAcesso}-procNFe.xml`,
      bytes: Buffer.from(nota.procXml, "utf8"),
    }));
    const bytes = await writeZip(arquivos, environment.now());
    const numeros = notas.map((nota) => nota.numero).join(", ");
    await environment.sendEmail({
      de: fornecedor,
      assunto: `Notas fiscais ${numeros} - ${fornecedor.fantasia}`,
      texto: `Boa tarde,\r\n\r\nSeguem no arquivo compactado as NF-e ${numeros}.\r\n\r\n${fornecedor.vendedor}\r\n`,
      anexos: [{ nome: "notas-fiscais.zip", tipo: "application/zip", bytes }],
    });
    return notas.map((nota) => nota.chaveAcesso);
  },
};

export const cnpjAlfanumerico: Scenario = {
  nome: "cnpj-alfanumerico",
  titulo: "CNPJ alfanumérico",
  descricao: "Uma NF-e autorizada de um fornecedor cujo CNPJ, e por isso a chave, tem letras.",
  play: async (environment) => {
    const nota = environment.emitNota({ fornecedor: FORNECEDOR_ALFANUMERICO });
    await environment.sendEmail(emailOfNota(nota));
    return [nota.chaveAcesso];
  },
};

export const nfce: Scenario = {
  nome: "nfce",
  titulo: "NFC-e de venda no balcão",
  descricao: "Uma compra no balcão: a NFC-e (modelo 65), com QR Code, paga em dinheiro e com troco.",
  play: async (environment) => {
    const nota = environment.emitNota({ modelo: "65" });
    await environment.sendEmail({
      de: nota.fornecedor,
      assunto: `Sua NFC-e ${nota.numero} - ${nota.fornecedor.fantasia}`,
      texto: `Olá,\r\n\r\nSegue a nota fiscal de consumidor da sua compra.\r\n\r\n${nota.fornecedor.fantasia}\r\n`,
      anexos: [xmlAnexo(nota)],
    });
    return [nota.chaveAcesso];
  },
};

/** @source NT 2026.002, rule 5E17-65 */
const ALERTA_CNPJ = {
  codigo: "172",
  texto: "Alerta: Situação do CNPJ destinatário inabilitado no momento da autorização",
};

export const nfceComAlerta: Scenario = {
  nome: "nfce-com-alerta",
  titulo: "NFC-e autorizada com alerta",
  descricao: "A SEFAZ autoriza a NFC-e com alerta (120): ela vale como as outras, e o alerta aparece nela.",
  play: async (environment) => {
    const nota = environment.emitNota({ modelo: "65", alertas: [ALERTA_CNPJ] });
    await environment.sendEmail({
      de: nota.fornecedor,
      assunto: `Sua NFC-e ${nota.numero} - ${nota.fornecedor.fantasia}`,
      texto: `Olá,\r\n\r\nSegue a nota fiscal de consumidor da sua compra.\r\n\r\n${nota.fornecedor.fantasia}\r\n`,
      anexos: [xmlAnexo(nota)],
    });
    return [nota.chaveAcesso];
  },
};

export const notaSemIe: Scenario = {
  nome: "nota-sem-ie",
  titulo: "Nota de emitente sem IE",
  descricao:
    "O fornecedor só contribui para o IBS e a CBS: a NF-e não traz a IE dele, e a consulta é feita na SVRS.",
  play: async (environment) => {
    const nota = environment.emitNota({ fornecedor: FORNECEDORES[0], semIe: true });
    await environment.sendEmail(emailOfNota(nota));
    return [nota.chaveAcesso];
  },
};

export const loteEnviado: Scenario = {
  nome: "lote-enviado",
  titulo: "Lote enviado à SEFAZ",
  descricao:
    "O fornecedor envia, por engano, o lote que mandou à SEFAZ: três NF-e num só XML, ainda sem protocolo.",
  play: async (environment) => {
    const fornecedor = environment.pickFornecedor();
    const notas = [1, 2, 3].map(() => environment.emitNota({ fornecedor }));
    const bytes = Buffer.from(writeEnviNFe(notas, String(notas[0]?.numero ?? 1)), "utf8");
    await environment.sendEmail({
      de: fornecedor,
      assunto: `Notas do dia - ${fornecedor.fantasia}`,
      texto: `Prezados,\r\n\r\nSegue o XML das notas de hoje.\r\n\r\n${fornecedor.vendedor}\r\n`,
      anexos: [{ nome: "enviNFe-lote.xml", tipo: "application/xml", bytes }],
    });
    return notas.map((nota) => nota.chaveAcesso);
  },
};

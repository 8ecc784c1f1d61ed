import { DISTRIBUIDORES, formatTipoNota, recordOf } from "@malote/syntax";
import type * as source from "../../../texts/admin/empresas.ts";
import type { Translated } from "../../translated.ts";

/** English texts of `texts/admin/empresas.ts`: the list of companies. */
export const empresasTexts: Translated<typeof source.empresasTexts> = {
  lista: "Companies",
  nova: "New company",
  total: (n) => (n === 1 ? "1 company" : `${n} companies`),
  ordens: { nome: "Legal name", cnpj: "CNPJ" },
  colunas: {
    empresa: "Company",
    uf: "State",
    certificado: "Certificate",
    manifestacao: "Statements",
    auditor: "Auditor",
    documentos: "Documents",
  },
  semUf: "State not given",
  prova: { provada: "Verified", falta: "Not verified" },
  manifestacao: { ligada: "On", desligada: "Off", ciencia: "automatic acknowledgement" },
  auditor: {
    ligado: "On",
    desligado: "Off",
    semCertificado: "waiting for the certificate",
    semConsulta: "not queried yet",
    consultou: (quando) => `queried ${quando}`,
    lacunas: (n) => (n === "1" ? "1 document to fetch" : `${n} documents to fetch`),
  },
  documentos: (n) => (n === "1" ? "1 document" : `${n} documents`),
  abrir: (nome) => `Open the company ${nome}`,
  acoes: (nome) => `Actions of the company ${nome}`,
  menu: { abrir: "Open", certificado: "Certificate", excluir: "Delete" },
  resumo: {
    valido: (n) => `${n} with a valid certificate`,
    vencendo: (n) => (n === 1 ? "1 certificate expiring" : `${n} certificates expiring`),
    vencido: (n) => (n === 1 ? "1 expired certificate" : `${n} expired certificates`),
    sem: (n) => `${n} without a certificate`,
  },
  precisa: {
    titulo: "Needs you",
    vencido: (n) => (n === 1 ? "Expired certificate" : "Expired certificates"),
    vencendo: (n) => (n === 1 ? "Certificate expiring" : "Certificates expiring"),
    sem: (n) => (n === 1 ? "Company without a certificate" : "Companies without a certificate"),
    futuro: (n) => (n === 1 ? "Certificate not valid yet" : "Certificates not valid yet"),
    porque: {
      vencido: (nome, dia) => `${nome}, since ${dia}`,
      vencendo: (nome, dia) => `${nome}, on ${dia}`,
      futuro: (nome, dia) => `${nome}, until ${dia}`,
      sem: (nome) => nome,
    },
    eMais: (nome, n) => `${nome} and ${n} more`,
  },
  vazio: {
    titulo: "No company registered",
    texto:
      "Register the CNPJs of your company: from them Malote knows what you issued, what you received and on whose behalf to query SEFAZ.",
    textoLeitor:
      "From the CNPJs of the companies Malote knows what you issued and received. Ask an account administrator to register the first one.",
  },
  excluir: {
    titulo: (nome) => `Delete the company ${nome}?`,
    texto:
      "Its certificate is deleted, and Malote no longer queries SEFAZ on its behalf. A company with documents cannot be deleted.",
    acao: "Delete company",
    feita: (nome) => `Company ${nome} deleted.`,
    falhou: "The company could not be deleted.",
    comDocumentos: (documentos) => `This company has ${documentos} in Malote. Nothing was changed.`,
    semMotivo: "Another person may have deleted it already. Refresh the list and try again.",
  },
};

/** English texts of one company: form, certificate, state of the SEFAZ distribution. */
export const empresaTexts: Translated<typeof source.empresaTexts> = {
  novaTitulo: "New company",
  subtitulo: "company",
  lado: "Certificate, distribution and logo",
  logo: {
    titulo: "Logo",
    texto: "Printed on the DANFE and DACTE of the documents that the company issues.",
    dica: (limite, pixels) => `PNG or JPEG of up to ${limite} and ${pixels} × ${pixels} pixels.`,
    escolher: "Choose image",
    trocar: "Replace image",
    tirar: "Remove",
    campo: "Logo image",
    alt: (nome) => `Logo of ${nome}`,
    enviado: "Logo saved.",
    tirado: "Logo removed.",
  },
  voltar: "Back to companies",
  soAdministrador: "Only account administrators can change companies. You see it as it is.",
  campos: {
    nome: "Legal name",
    nomeDica: "How it appears in lists, filters and notifications.",
    cnpj: "CNPJ",
    cnpjDica: "Numbers and letters, with the two check digits.",
    cnpjMuda: "When the CNPJ changes, the current certificate is deleted: it belongs to the previous CNPJ.",
    cnpjFica: (documentos) => `The CNPJ can no longer change: this company has ${documentos}.`,
    uf: "State",
    ufNenhuma: "Not given",
    ufDica: "Where it is established. SEFAZ asks for the state when documents are searched.",
    manifestacao: "Recipient's statement",
    manifestacaoDica:
      "Lets users with permission submit statements to SEFAZ on behalf of this company: acknowledgement, confirmation, operation unknown and operation not performed.",
    auditor: "Auditor: search SEFAZ for what was issued to the company",
    auditorDica:
      "Malote searches the DF-e distribution of SEFAZ, with the certificate of the company, and shows what exists there and did not arrive by e-mail.",
    ciencia: "Automatic acknowledgement",
    cienciaDica:
      "For each NF-e that the auditor finds, Malote declares to SEFAZ that the company knows of the operation, and gets the complete XML. The declaration is recorded at SEFAZ and cannot be undone; after it, the company is expected to confirm or refuse the operation.",
    cienciaPede: "First, turn on the recipient's statement and the auditor.",
    feed: "Feed in the SEFAZ format",
    feedDica:
      "An ERP that has a certificate of the company reads its documents as it would read those of SEFAZ (NFeDistribuicaoDFe): only the address changes.",
    publico: "Public download by access key",
    publicoDica:
      "Anyone with the 44 characters of the key can download the document without signing in to Malote. Documents in quarantine, or contradicted by SEFAZ, are never available.",
    publicoPede: "Takes effect only after the company is verified.",
  },
  ligarAuditor: {
    titulo: "Turn on the auditor for this CNPJ?",
    texto:
      "Turn it on only if no other system (ERP, accountant) queries the SEFAZ distribution for this CNPJ. If two systems query it, SEFAZ blocks the CNPJ for one hour each time the limit is exceeded, and each system gets only a part.",
    acao: "Turn on the auditor",
    nao: "Leave it off",
  },
  erros: {
    nome: "Enter the legal name.",
    cnpj: "Enter the CNPJ.",
    cnpjCurto: "A CNPJ has 14 characters.",
    cnpjErrado: "Invalid CNPJ: check the characters and the check digits.",
    longo: (max) => `Use up to ${max} characters.`,
  },
  salvar: "Save",
  salva: (nome) => `Company ${nome} saved.`,
  salvaNova: (nome) => `Company ${nome} registered. Its certificate is still missing.`,
  depois: {
    titulo: "After you save",
    passos: [
      [
        "A1 certificate",
        "The .pfx file of the company. With it, Malote queries SEFAZ on its behalf and can submit statements.",
      ],
      [
        "Documents that have already come",
        "Those that carry this CNPJ and were listed as of third parties move to the company automatically.",
      ],
    ],
  },
  prova: {
    titulo: "Verification",
    provada: "Verified",
    falta: "Not verified",
    faltaTexto:
      "It has not been verified yet that this CNPJ belongs to this account. So the documents of the company are not available in the public download or in the feed in the SEFAZ format.",
    como: "How to verify",
    passos: [
      "Upload the A1 certificate of a CNPJ with the same root, issued by ICP-Brasil. The company is verified at once.",
      "Or ask whoever operates Malote: they verify the company, or the e-mail domain of the account. With the domain verified, it is enough that a mailbox of that domain receives a genuine document of another company that carries your e-mail address in that domain.",
    ],
    semCadeia:
      "The uploaded certificate does not verify the company: its origin was not checked. Once the ICP-Brasil authorities are installed, upload it again.",
    por: {
      certificado: (detalhe) => `By the A1 certificate of ${detalhe}`,
      dominio: (detalhe) => `By a document received at ${detalhe}`,
      operador: () => "By whoever operates Malote",
    },
    desde: (quando) => `since ${quando}`,
  },
  distribuicao: {
    titulo: "SEFAZ distribution",
    desligada: "The auditor is off: Malote does not search the distribution for documents of this CNPJ.",
    semCertificado: "The auditor is on and waits for the certificate of the company to start.",
    aguardando: "The first query has not happened yet. It starts in a few minutes.",
    modelos: recordOf(DISTRIBUIDORES, formatTipoNota),
    emDia: "Up to date",
    percorrendo: "Searching",
    problema: "With a problem",
    linhas: {
      nsu: "NSU",
      ultima: "Last query",
      proxima: "Next query",
      lacunas: "Gaps",
    },
    semNsu: "no document yet",
    nsu: (ultimo, maximo) => `${ultimo} of ${maximo}`,
    semLacunas: "none",
    lacunas: (n) => `${n} NSU to fetch`,
    cStat: (cStat) => `cStat ${cStat}`,
  },
};

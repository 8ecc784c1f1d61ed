import type { CHAIN_STATES } from "@malote/contract";
import { translated } from "../../languages/language.ts";

/** Texts of an empresa's certificado, wherever it is shown, and of its upload page. */
export const certificadoTexts = translated("certificadoTexts", {
  titulo: "Certificado",
  a1: "Certificado A1",
  voltar: "Voltar à empresa",
  voltarLista: "Voltar às empresas",
  subtitulo: "certificado",
  lado: "Certificado atual",
  situacoes: {
    valido: (dia: string) => `Válido até ${dia}`,
    vencendo: (dias: number) =>
      dias <= 0 ? "Vence hoje" : dias === 1 ? "Vence amanhã" : `Vence em ${dias} dias`,
    vencido: "Vencido",
    futuro: (dia: string) => `Vale a partir de ${dia}`,
    nenhum: "Sem certificado",
  },
  enviar: "Enviar certificado",
  trocar: "Trocar certificado",
  adicionar: "Adicionar certificado",
  adicionarDe: (nome: string) => `Adicionar o certificado de ${nome}`,
  trocarDe: (nome: string) => `Trocar o certificado de ${nome}`,
  nenhum: {
    titulo: "Nenhum certificado",
    texto:
      "Sem ele, o Malote não manifesta nem busca documentos na SEFAZ em nome desta empresa, e só consulta se houver o certificado do operador.",
  },
  vencido: "A SEFAZ não aceita mais este certificado. Envie o novo.",
  vencendo: "Peça a renovação à sua certificadora e envie o novo arquivo antes do vencimento.",
  futuro: "A validade deste certificado ainda não começou. Até lá a SEFAZ o recusa.",
  linhas: {
    titular: "Titular",
    cnpj: "CNPJ",
    validade: "Validade",
    emissor: "Emissor",
    cadeia: "Cadeia",
    enviado: "Enviado",
    impressao: "Impressão digital (SHA-256)",
  },
  periodo: (de: string, ate: string) => `${de} a ${ate}`,
  mesmoCnpj: "é o CNPJ da empresa",
  mesmaRaiz: "mesma raiz do CNPJ da empresa",
  outroCnpj: "não é da empresa",
  ecpf: "e-CPF, sem CNPJ",
  cadeias: {
    verificada: "Verificada até uma raiz da ICP-Brasil",
    desconhecida: "Nenhuma autoridade conhecida a confirma",
    "nao-verificada": "Não conferida: o servidor não tem as raízes da ICP-Brasil",
  } satisfies Record<(typeof CHAIN_STATES)[number], string>,
  enviadoPor: (quando: string, quem: string) => `${quando}, por ${quem}`,
  copiarImpressao: "Copiar a impressão digital",
  soAdministrador: "Só administradores da conta enviam certificados. Você vê o atual.",
  arquivo: {
    rotulo: "Arquivo do certificado",
    solte: "Solte aqui o .pfx ou .p12",
    toque: "Escolha o .pfx ou .p12",
    solteAgora: "Solte para escolher este arquivo",
    escolher: "Escolher arquivo",
    outro: "Escolher outro",
    dica: (max: string) => `O A1 que a certificadora entregou, até ${max}.`,
    tirar: "Remover o arquivo",
  },
  senha: "Senha do certificado",
  senhaDica:
    "A que foi definida quando o certificado foi emitido ou exportado. Ela é guardada com criptografia.",
  botao: "Enviar certificado",
  enviando: (porcento: string) => `Enviando ${porcento}`,
  conferindo: "Conferindo o certificado…",
  erros: {
    arquivo: "Escolha o arquivo do certificado.",
    tipo: "Escolha um arquivo .pfx ou .p12.",
    grande: (max: string) => `O arquivo passa de ${max}: não parece um certificado A1.`,
    vazio: "O arquivo está vazio.",
    senha: "Senha deve ser informada.",
    upload: "Falha no upload do certificado.",
    uploadTexto: "O arquivo continua escolhido e o certificado anterior continua valendo. Tente de novo.",
  },
  enviado: (nome: string) => `Certificado de ${nome} enviado.`,
  recebido: "Certificado recebido e guardado com criptografia.",
  substituiu: (titular: string, dia: string) =>
    `O anterior, de ${titular}, válido até ${dia}, foi substituído e apagado.`,
  primeiro: "É o primeiro desta empresa. Os documentos que o esperavam serão consultados.",
  trocaAviso: "O novo substitui o atual assim que for aceito. Se for recusado, o atual continua valendo.",
  seguranca:
    "O arquivo é guardado com criptografia e só é aberto na hora de acessar a SEFAZ. Ninguém, nem o administrador, consegue baixá-lo daqui.",
  abandonar: {
    texto: "O arquivo escolhido e a senha não foram enviados.",
  },
} as const);

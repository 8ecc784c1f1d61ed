import { translated } from "../../languages/language.ts";

/** Texts shared by the public pages. */
export const publicPageTexts = translated("publicPageTexts", {
  pe: "Documentos fiscais que chegam por e-mail, conferidos e entregues ao ERP.",
} as const);

/** Texts of the captcha. */
export const captchaTexts = translated("captchaTexts", {
  rotulo: "Não sou um robô",
  verificando: "Verificando…",
  verificado: "Verificado",
  dica: "sem imagens nem rastreamento",
  falhou: "Não foi possível verificar. Tente de novo.",
} as const);

/** Texts of the public download. */
export const downloadTexts = translated("downloadTexts", {
  titulo: "Baixar um documento",
  texto: "Digite, cole ou leia com o leitor de código de barras os 44 caracteres da chave de acesso.",
  chave: "Chave de acesso",
  conta: (n: number) => `${n} de 44`,
  limpar: "Limpar a chave",
  fatos: {
    uf: "UF",
    mes: "Mês",
    cnpj: "CNPJ do emitente",
    cpf: "CPF do emitente",
    modelo: "Modelo",
    numero: "Série / número",
    digito: "Dígito",
  },
  confere: (digito: string) => `${digito}, confere`,
  naoConfere: (digito: string) => `${digito}, não confere`,
  desconhecido: "desconhecido",
  buscar: "Buscar",
  outro: "Buscar outro",
  xml: "Baixar XML",
  pdf: "Baixar PDF",
  achado: "Documento localizado",
  serie: (serie: string) => `série ${serie}`,
  de: (emitente: string) => `Emitente ${emitente}`,
  ate: (hora: string) => `Os links valem até ${hora}.`,
  nota: "O XML é o documento fiscal; o PDF é só a impressão.",
  situacoes: {
    cancelada: {
      rotulo: "Cancelada",
      texto:
        "Este documento foi cancelado na SEFAZ e não vale mais. O XML não mostra isso; por isso só o PDF, com o carimbo, pode ser baixado.",
    },
    denegada: {
      rotulo: "Denegada",
      texto:
        "A SEFAZ denegou o uso deste documento, e ele não vale. O XML não mostra isso; por isso só o PDF, com o carimbo, pode ser baixado.",
    },
  },
  pe: "Aparecem só os documentos de empresas comprovadas, enquanto elas os mantiverem públicos.",
} as const);

/** Texts of the contact form. */
export const contactTexts = translated("contactTexts", {
  titulo: "Contato",
  texto: "Dúvidas, propostas ou ajuda com uma caixa de e-mail: escreva, e respondemos por e-mail.",
  nome: "Nome",
  email: "E-mail",
  telefone: "Telefone",
  empresa: "Empresa",
  assunto: "Assunto",
  opcional: "opcional",
  mensagem: "Mensagem",
  enviar: "Enviar mensagem",
  enviada: "Mensagem enviada",
  copia: (email: string) => `Responderemos em ${email}.`,
  outra: "Escrever outra",
} as const);

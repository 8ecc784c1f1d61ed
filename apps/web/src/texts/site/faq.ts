import { translated } from "../../languages/language.ts";

/** One question of the site; the answer is a list of paragraphs. */
export type FaqEntry = { id: string; pergunta: string; resposta: readonly string[] };

export const faqTexts = translated("faqTexts", {
  titulo: "Perguntas frequentes",
  texto: "O que costumam perguntar antes de conectar a primeira caixa.",
  outra: "Não achou a sua pergunta?",
  outraTexto: "Escreva, e respondemos por e-mail.",
  falar: "Falar conosco",
} as const);

/** The first four are those of the specification (§1); home shows only these. */
export const faqEntries: readonly FaqEntry[] = translated("faqEntries", [
  {
    id: "validacao",
    pergunta: "Em quanto tempo a nota é validada?",
    resposta: [
      "Logo que o e-mail chega, e em até 24 horas da emissão da nota: o Malote verifica a assinatura do XML e consulta a situação na SEFAZ.",
      "Depois confere de novo, um dia, uma semana e um mês após a emissão, para que um cancelamento tardio não passe despercebido.",
    ],
  },
  {
    id: "importacao",
    pergunta: "Posso trazer as notas antigas?",
    resposta: [
      "Pode. Na tela Importação, solte os arquivos XML, um a um ou muitos de uma vez, ou um ZIP com todos dentro.",
      "Cada documento importado passa pela mesma conferência dos que chegam por e-mail. O que não for aceito aparece com o motivo.",
    ],
  },
  {
    id: "erp",
    pergunta: "Como o meu ERP recebe os documentos?",
    resposta: [
      "Por um web service, em SOAP, REST ou JSON-RPC. O ERP consulta o que há de novo, baixa o XML e marca o documento como processado.",
      "Os tokens ficam em Administrador, API, com exemplos prontos para copiar.",
    ],
  },
  {
    id: "navegadores",
    pergunta: "Em quais navegadores o Malote funciona?",
    resposta: [
      "No Chrome e no Edge a partir da versão 111, no Firefox a partir da 114 e no Safari a partir do 16.4, no computador e no celular. Não é preciso instalar nada.",
    ],
  },
  {
    id: "documentos",
    pergunta: "Que documentos o Malote reconhece?",
    resposta: [
      "NF-e, NFC-e, CT-e, CT-e OS e MDF-e, e os eventos deles: cancelamento, carta de correção e manifestação, entre outros.",
      "Os demais anexos ficam guardados com a mensagem, e a tela diz por que não são documentos fiscais.",
    ],
  },
  {
    id: "caixa",
    pergunta: "Preciso mudar o endereço de e-mail que recebe as notas?",
    resposta: [
      "Não. O Malote lê a caixa que a empresa já usa, por POP3 ou IMAP, com a senha dela ou com a conta Microsoft ou Google.",
      "Ele só lê. Do servidor nada é apagado, a não ser que você peça que as mensagens saiam depois de alguns dias, e só depois de guardadas.",
    ],
  },
  {
    id: "certificado",
    pergunta: "Preciso de certificado digital?",
    resposta: [
      "Para consultar a SEFAZ e para manifestar é preciso o certificado A1 da empresa, um arquivo .pfx. Ele fica guardado com criptografia e não pode ser baixado de volta.",
      "Sem o certificado, o Malote já recebe, lê e verifica a assinatura; a consulta à SEFAZ espera por ele.",
    ],
  },
  {
    id: "adulterado",
    pergunta: "E se o XML foi alterado no caminho?",
    resposta: [
      "A assinatura deixa de conferir. O documento fica em quarentena, com a explicação do que foi encontrado, e não é entregue ao ERP.",
    ],
  },
  {
    id: "cancelada",
    pergunta: "E se o fornecedor cancelar a nota depois de enviar?",
    resposta: [
      "A conferência seguinte percebe. A nota passa a Divergente, aparece na aba Divergências e o responsável pela conta é avisado por e-mail.",
    ],
  },
  {
    id: "faltando",
    pergunta: "E quando o fornecedor não manda o XML?",
    resposta: [
      "Com o Auditor ligado, o Malote busca na SEFAZ o que foi emitido contra o CNPJ da empresa e mostra o que falta, com uma mensagem pronta para cobrar o fornecedor.",
    ],
  },
  {
    id: "plano",
    pergunta: "O que acontece se eu passar do meu plano?",
    resposta: [
      "Nada para. O Malote avisa quando o mês chega a 80 % e a 100 % do plano, e os documentos continuam entrando.",
    ],
  },
  {
    id: "publico",
    pergunta: "Alguém de fora da empresa pode baixar um documento?",
    resposta: [
      "Quem tem a chave de acesso, de 44 caracteres, baixa o XML ou o PDF em Baixar documento, sem conta e sem senha.",
    ],
  },
]);

/** How many questions home shows. */
export const FAQ_ENTRIES_ON_HOME = 4;

import { translated } from "../../languages/language.ts";

/** A numbered section of a legal page: its anchor, heading and paragraphs. */
export type LegalSection = { id: string; titulo: string; texto: readonly string[] };

/** Texts that both legal pages share. */
export const legalTexts = translated("legalTexts", {
  vigencia: "Vale desde 28 de novembro de 2026.",
  secoes: "Nesta página",
  outra: "Ficou uma dúvida, ou quer exercer um direito?",
  falar: "Escrever para o Malote",
} as const);

/** The privacy policy. @source Lei 13.709/2018 (LGPD), arts. 6, 7, 9, 16, 18, 41, 46 and 48 */
export const privacyTexts = translated("privacyTexts", {
  titulo: "Privacidade",
  texto: "Que dados pessoais o Malote trata, para quê, por quanto tempo, e como você os recebe ou apaga.",
  secoes: [
    {
      id: "papeis",
      titulo: "Quem responde pelos dados",
      texto: [
        "A empresa que usa o Malote é a controladora: ela decide quais caixas de e\u2011mail são lidas e o que é feito com os documentos. O Malote é o operador: trata os dados em nome dela e segue as instruções dela.",
        "Dos dados de quem cria a conta, dos usuários e de quem escreve pelo formulário de contato, quem responde é quem opera esta instalação do Malote. O encarregado atende pela página Contato.",
      ],
    },
    {
      id: "dados",
      titulo: "Quais dados, e para quê",
      texto: [
        "De usuários: nome, nome de usuário, e\u2011mail, senha (só o resumo criptográfico dela), passkeys, segundo fator, sessões com o navegador usado, e o registro do que cada um fez na conta. Servem para entrar, para proteger a conta e para provar quem fez o quê (execução de contrato e legítimo interesse).",
        "De mensagens e documentos fiscais: remetente, destinatário, texto e anexos do e\u2011mail, e os dados de pessoas que o documento traz, como nome, CPF e endereço. Servem para guardar, conferir e entregar os documentos fiscais (obrigação legal da empresa).",
        "De quem escreve pelo contato: nome, e\u2011mail, telefone e a mensagem. Servem para responder.",
        "O Malote não vende dados, não mostra anúncios e não treina modelos com eles.",
      ],
    },
    {
      id: "navegador",
      titulo: "Cookies e o seu navegador",
      texto: [
        "Há um cookie só, da sessão, criado quando você entra. Preferências da tela, filtros e rascunhos ficam no seu navegador. Não há rastreamento nem serviços de terceiros nas páginas; a verificação “Não sou um robô” é um cálculo feito pelo próprio navegador.",
      ],
    },
    {
      id: "compartilhamento",
      titulo: "Com quem os dados são compartilhados",
      texto: [
        "Com a SEFAZ, quando um documento é consultado ou manifestado em nome da empresa. Com o provedor da caixa de e\u2011mail que a empresa conectou. Com o sistema de gestão (ERP) ao qual a empresa deu acesso. Com autoridades, quando a lei obriga.",
        "Quem tem a chave de acesso de um documento pode baixá-lo sem entrar, se a empresa permite; ela desliga isso em Minha conta e em cada empresa.",
      ],
    },
    {
      id: "prazo",
      titulo: "Por quanto tempo",
      texto: [
        "Mensagens e documentos fiscais ficam enquanto a conta existir: a empresa é obrigada a guardá-los por pelo menos cinco anos, contados como manda o Código Tributário Nacional. Sessões terminam em até 7 dias sem uso. Mensagens do contato são apagadas depois de 180 dias.",
        "O registro do que foi feito na conta não muda e não é apagado, porque prova quem conferiu, liberou ou manifestou um documento. Ele mantém o nome de quem agiu.",
      ],
    },
    {
      id: "direitos",
      titulo: "Os seus direitos",
      texto: [
        "Em Minha conta, “Seus dados” baixa tudo o que o Malote guarda sobre você, num arquivo que se lê em qualquer programa, e apaga os seus dados e o seu acesso. Lá também você corrige nome e e\u2011mail. Um administrador apaga os dados de outro usuário ao excluí-lo.",
        "Se os seus dados estão num documento ou num e\u2011mail recebido por uma empresa, peça a ela: o Malote ajuda a empresa a atender. Um documento fiscal não pode ser alterado nem apagado antes do prazo da lei (art. 16, I, da LGPD).",
        "Você também pode reclamar à Autoridade Nacional de Proteção de Dados (ANPD).",
      ],
    },
    {
      id: "seguranca",
      titulo: "Como os dados são protegidos",
      texto: [
        "As contas são separadas no próprio banco de dados. Senhas de caixas, certificados e chaves ficam cifrados. Cópias de segurança são cifradas. Ações sensíveis pedem a senha de novo, e cada uma fica no registro.",
        "Se houver um incidente que traga risco a pessoas, a empresa e a ANPD são avisadas no prazo da lei, com o que aconteceu e o que foi feito.",
      ],
    },
  ],
} as const satisfies { titulo: string; texto: string; secoes: readonly LegalSection[] });

/** The terms of use. */
export const termsTexts = translated("termsTexts", {
  titulo: "Termos de uso",
  texto: "O que o Malote faz, o que ele não faz, e o que cada lado promete.",
  secoes: [
    {
      id: "servico",
      titulo: "O serviço",
      texto: [
        "O Malote lê as caixas de e\u2011mail que a sua empresa conecta, guarda cada mensagem, tira dela os documentos fiscais eletrônicos, verifica a assinatura digital, consulta a SEFAZ e entrega os documentos à sua equipe e ao seu ERP.",
        "Ele não emite documentos, não paga fornecedores e não substitui a escrituração. A decisão de pagar, creditar ou manifestar é da sua empresa.",
      ],
    },
    {
      id: "conta",
      titulo: "A conta e os usuários",
      texto: [
        "Quem cria a conta declara que pode agir pela empresa, e responde pelos usuários que convida. Cada pessoa usa o próprio acesso. Senhas, tokens e certificados não se compartilham; se um vazar, troque-o na hora e avise.",
        "Só conecte caixas de e\u2011mail e certificados que a sua empresa tem o direito de usar.",
      ],
    },
    {
      id: "veredito",
      titulo: "O que um veredito quer dizer",
      texto: [
        "“Autorizada” quer dizer que a assinatura confere e que a SEFAZ respondeu assim na hora que a tela mostra. A situação pode mudar depois: o Malote consulta de novo nos prazos que publica, e mostra quando consultou.",
        "Quando a SEFAZ não responde, o Malote diz que não sabe. Ele nunca supõe.",
      ],
    },
    {
      id: "limites",
      titulo: "Plano e limites",
      texto: [
        "O plano conta documentos por mês. Passar dele não para a captura: avisamos e combinamos outro plano. Há limites de tamanho e de ritmo por conta, que protegem as outras; a documentação da API os publica.",
        "Não é permitido atacar o serviço, tentar ver dados de outras contas, ou usá-lo para enviar mensagens não pedidas.",
      ],
    },
    {
      id: "dados",
      titulo: "Os dados são seus",
      texto: [
        "Mensagens e documentos são da sua empresa. Baixe-os quando quiser, um a um, em lote, pelo repositório ou pela API, em XML original. Como tratamos dados pessoais está em Privacidade.",
      ],
    },
    {
      id: "responsabilidade",
      titulo: "Disponibilidade e responsabilidade",
      texto: [
        "Trabalhamos para que nada se perca: cada mensagem é guardada antes de ser lida, e há cópias de segurança. SEFAZ, provedores de e\u2011mail e a internet ficam fora do nosso alcance, e por eles não respondemos.",
        "Nada aqui afasta direitos que a lei garante.",
      ],
    },
    {
      id: "fim",
      titulo: "Como termina",
      texto: [
        "A empresa encerra a conta quando quiser, pelo Contato. Antes, baixe os documentos: a obrigação de guardá-los continua sendo dela. Mudanças destes termos são avisadas no produto com 30 dias de antecedência. Vale a lei brasileira, no foro do domicílio da empresa.",
      ],
    },
  ],
} as const satisfies { titulo: string; texto: string; secoes: readonly LegalSection[] });

import { translated } from "../../languages/language.ts";

/** Texts of the sign-in. */
export const signInTexts = translated("signInTexts", {
  titulo: "Entrar",
  identificador: "Identificador",
  identificadorDica: "O nome da sua empresa no Malote, sem espaços.",
  usuario: "Usuário",
  senha: "Senha",
  mostrarSenha: "Mostrar a senha",
  esconderSenha: "Esconder a senha",
  capsLock: "Caps Lock está ligado",
  lembrar: "Lembrar-me",
  entrar: "Entrar",
  esqueceu: "Esqueci a senha",
  criarConta: "Criar conta",
  codigo: "Código do autenticador",
  codigoOuReserva: "Código do segundo fator, ou de reserva",
  codigoDica: "Os 6 números do aplicativo, ou um código de reserva.",
  outraPessoa: "Entrar com outro usuário",
  confirme: {
    titulo: "Confirme que é você",
    texto: "Você entrou há mais de 15 minutos. O que já preencheu fica como está.",
    comCodigo: "Usar um código do segundo fator",
    comSenha: "Usar a senha",
    confirmar: "Confirmar",
  },
  continuar: {
    titulo: "Sua sessão expirou",
    texto: "Digite a senha para continuar daqui. O que você preencheu ficou como está.",
    dica: "Depois de entrar, o que você pediu continua sozinho.",
    dicaDemonstracao: "Na demonstração, a senha é Malote123.",
    quem: (usuario: string, conta: string) => `${usuario}, conta ${conta}`,
    naoSouEu: "Não é você?",
    voltar: "Voltar à página",
    entrar: "Entrar e continuar",
    esperando: "Entre de novo para continuar. O que você preencheu ficou como está.",
  },
  vazio: {
    identificador: "Identificador deve ter um valor.",
    espacos: "O identificador não pode ter espaços.",
    usuario: "Usuário deve ter um valor.",
    senha: "Senha deve ser informada.",
  },
  painel: {
    titulo: ["A nota chegou por e-mail.", "O resto já foi feito."],
    documento: "NF-e 9.033",
    emitente: "Moinho Estrela-Guia S.A.",
    valor: "R$\u00a08.911,40",
    exemplo: "Exemplo da vida de uma nota no Malote",
    passos: [
      ["E-mail recebido", "de faturamento@estrelaguia.example"],
      ["XML encontrado no anexo", "nfe_9033.xml, dentro de lote_20112026.zip"],
      ["Assinatura íntegra", "Certificado do próprio emitente"],
      ["Confirmada pela SEFAZ", "Protocolo 141260081120944"],
      ["Entregue ao ERP", "ERP Matriz, 20/11/2026 09:02"],
    ],
  },
} as const);

/** Texts of the entrance of a demo. */
export const demoTexts = translated("demoTexts", {
  entrar: "Entrar na demonstração",
  explicacao: "Uma empresa inventada, com notas de mentira. Nada sai desta máquina.",
} as const);

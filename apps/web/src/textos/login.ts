/** What the sign-in says. */
export const login = {
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
  vazio: {
    identificador: "Identificador deve ter um valor.",
    espacos: "O identificador não tem espaços.",
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
} as const;

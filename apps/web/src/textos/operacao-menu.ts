/** The names of the pages for who runs Malote, and the ways to them and back. */
export const operacaoMenu = {
  operacao: "Operação",
  voltarConta: "Voltar à conta",
  telas: {
    operacao: "Operação",
    contas: "Contas",
    filas: "Filas",
    caixas: "Caixas",
    backups: "Backups",
    registros: "Registros",
    configuracao: "Configuração",
  },
} as const;

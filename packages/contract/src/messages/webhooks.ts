/** The sentences of {@link MESSAGES} about webhooks. */
export const WEBHOOK_MESSAGES = {
  webhookNaoEncontrado: "Webhook não encontrado.",
  webhookUrlInvalida: "Escreva um endereço completo, como https://erp.exemplo.com.br/malote.",
  webhookUrlSemHttps: "O endereço precisa começar com https://.",
  webhookUrlComSenha:
    "Não escreva usuário e senha no endereço. A assinatura de cada envio já diz que ele vem do Malote.",
  webhookUrlComFragmento: "Tire do endereço a parte depois de #: ela não é enviada.",
  webhookEnderecoProibido: "Este endereço é interno, e o Malote não o acessa. Use um endereço público.",
  webhookPortaProibida: "Esta porta não é aceita. Use a 443 ou uma a partir da 1024.",
  webhookSemTipo: "Escolha ao menos um tipo de aviso.",
  webhookSemEmpresa: "Escolha ao menos uma empresa, ou todas.",
  webhooksDemais: "A conta já tem {limite} webhooks. Exclua um que não use mais.",
  webhookDesligado: "O webhook está desativado. Ative-o antes de reenviar.",
  muitosTestesWebhook: "Muitos testes seguidos. Aguarde {minutos} min.",
  entregaNaoEncontrada: "Entrega não encontrada.",
  entregaDeTeste: "Um teste não é reenviado: envie outro.",
} as const;

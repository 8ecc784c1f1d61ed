/** The sentences of {@link MESSAGES} about saved views. */
export const VISAO_MESSAGES = {
  visaoNaoEncontrada: "Visão não encontrada. Quem a salvou pode tê-la apagado ou deixado só para si.",
  visaoNomeRepetido: "Já existe uma visão com esse nome.",
  visaoDeOutraPessoa: "Só quem salvou a visão ou um administrador pode alterá-la.",
  visoesDemais: "Você já tem {limite} visões nesta lista. Apague uma para salvar outra.",
  visoesCompartilhadasDemais: "A conta já tem {limite} visões compartilhadas. Deixe uma só para você.",
  visoesDaContaDemais: "A conta já tem {limite} visões. Apague uma que não use mais.",
} as const;

import type { ParamsOf } from "@malote/contract";
import { Button, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAtual } from "../../rpc/atual.ts";
import { call } from "../../rpc/call.ts";
import { canPasskey } from "../../rpc/can-passkey.ts";
import { explainFalha, inLine, Recusa } from "../../rpc/falhas.ts";
import { passkeysQuery } from "../../rpc/minha-conta.ts";
import { proveQuem } from "../../rpc/passkey.ts";
import { geral } from "../../textos/geral.ts";
import { login as textos } from "../../textos/login.ts";
import { passkeys } from "../../textos/passkeys.ts";
import { Formulario, SEM_RASCUNHO } from "../../ui/Formulario.tsx";
import { Segredo } from "../../ui/Segredo.tsx";
import { PasskeyBotao } from "./PasskeyBotao.tsx";
import classes from "./ReautenticarForm.module.css";

const { confirme: t } = textos;
type Meio = "senha" | "codigo";

/** Authenticates the user again, by password, passkey or a code of the second factor. */
export function ReautenticarForm(props: { onPronto: () => void; onCancelar: () => void }): React.JSX.Element {
  const { onPronto, onCancelar } = props;
  const temCodigo = useAtual()?.usuario.segundoFator ?? false;
  const { data: lista } = useQuery(passkeysQuery);
  const temPasskey = canPasskey() && (lista?.passkeys.length ?? 0) > 0;
  const [meio, setMeio] = useState<Meio>("senha");
  const form = useProva(meio, onPronto);
  const change = (): void => {
    setMeio(meio === "senha" ? "codigo" : "senha");
    form.write("");
  };
  const campo = {
    value: form.valor,
    error: form.erro,
    "data-autofocus": true,
    autoFocus: true,
    onChange: ({ currentTarget }: React.ChangeEvent<HTMLInputElement>) => form.write(currentTarget.value),
  };
  return (
    <Formulario
      className={classes.form}
      alterado={SEM_RASCUNHO}
      onSubmit={(event) => {
        event.preventDefault();
        // Do not submit the form behind this dialog.
        event.stopPropagation();
        void form.enviar();
      }}
    >
      <p className={classes.texto}>{t.texto}</p>
      {meio === "senha" ? (
        <Segredo
          {...campo}
          key="senha"
          label={textos.senha}
          autoComplete="current-password"
          rotulos={{ mostrar: textos.mostrarSenha, esconder: textos.esconderSenha }}
        />
      ) : (
        <TextInput
          {...campo}
          key="codigo"
          label={textos.codigo}
          description={form.erro ? undefined : textos.codigoDica}
          autoComplete="one-time-code"
          spellCheck={false}
        />
      )}
      {temPasskey && <PasskeyBotao rotulo={passkeys.usar} onPedir={form.usarPasskey} />}
      {temCodigo && (
        <Button variant="subtle" className={classes.outro} onClick={change}>
          {meio === "senha" ? t.comCodigo : t.comSenha}
        </Button>
      )}
      <div className={classes.acoes}>
        <Button variant="default" onClick={onCancelar}>
          {geral.cancelar}
        </Button>
        <Button type="submit" disabled={form.valor.trim() === ""} loading={form.enviando}>
          {t.confirmar}
        </Button>
      </div>
    </Formulario>
  );
}

function useProva(meio: Meio, onPronto: () => void) {
  const [valor, setValor] = useState("");
  const [erro, setErro] = useState<string | null>(null);
  const [enviando, setEnviando] = useState(false);
  const write = (typed: string): void => {
    setValor(typed);
    setErro(null);
  };
  const provar = async (prova: () => Promise<ParamsOf<"Auth.reautenticar">>): Promise<void> => {
    setEnviando(true);
    try {
      await call("Auth.reautenticar", await prova());
      onPronto();
    } catch (error) {
      setErro(sentenceOf(error));
      setEnviando(false);
    }
  };
  // Spaces are part of a password.
  const enviar = (): Promise<void> =>
    provar(async () => (meio === "senha" ? { senha: valor } : { codigo: valor.trim() }));
  const usarPasskey = (): Promise<void> => provar(async () => ({ passkey: await proveQuem() }));
  return { valor, erro, enviando, write, enviar, usarPasskey };
}

function sentenceOf(error: unknown): string | null {
  if (error instanceof Recusa) return error.message;
  const falha = explainFalha(error);
  return falha === null ? null : inLine(falha);
}

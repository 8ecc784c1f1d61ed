import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { explainFalha, Recusa } from "../../rpc/falhas.ts";
import { senhaNova } from "../../textos/contas.ts";
import { geral } from "../../textos/geral.ts";
import { minhaConta } from "../../textos/minha-conta.ts";
import { passkeys } from "../../textos/passkeys.ts";
import { Formulario } from "../../ui/Formulario.tsx";
import { Segredo } from "../../ui/Segredo.tsx";
import { avisarFalha } from "../../ui/toast.tsx";
import classes from "./Painel.module.css";

const textos = minhaConta.segundoFator;

/** One field with its submit button; a refusal is shown under it. */
export function Passo(props: {
  campo: "senha" | "codigo" | "prova";
  onPronto: (valor: string) => Promise<void>;
  /** Offers a passkey instead of typed input. */
  onPasskey?: (() => Promise<void>) | undefined;
  onCancelar: () => void;
}): React.JSX.Element {
  const { campo, onPronto, onPasskey, onCancelar } = props;
  const [valor, setValor] = useState("");
  const [erro, setErro] = useState<string | null>(null);
  const [indo, setIndo] = useState(false);
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    setIndo(true);
    try {
      await work();
    } catch (error) {
      if (error instanceof Recusa) setErro(error.message);
      else avisarFalha(explainFalha(error));
    }
    setIndo(false);
  };
  const comum = {
    value: valor,
    error: erro,
    autoFocus: true,
    onChange: ({ currentTarget }: React.ChangeEvent<HTMLInputElement>) => {
      setValor(currentTarget.value);
      setErro(null);
    },
  };
  return (
    <Formulario
      className={classes.form}
      alterado={valor !== ""}
      onSubmit={(event) => {
        event.preventDefault();
        // Spaces are part of a password.
        void attempt(() => onPronto(campo === "senha" ? valor : valor.trim()));
      }}
    >
      {campo === "senha" ? (
        <Segredo
          {...comum}
          label={textos.senha}
          autoComplete="current-password"
          rotulos={{ mostrar: senhaNova.mostrar, esconder: senhaNova.esconder }}
        />
      ) : (
        <TextInput
          {...comum}
          label={campo === "codigo" ? textos.codigo : textos.codigoOuReserva}
          autoComplete="one-time-code"
          {...(campo === "codigo" ? { inputMode: "numeric" } : {})}
        />
      )}
      <div className={classes.acoes}>
        <Button type="submit" variant="default" disabled={valor.trim() === ""} loading={indo}>
          {textos.confirmar}
        </Button>
        {onPasskey && (
          <Button variant="default" disabled={indo} onClick={() => void attempt(onPasskey)}>
            {passkeys.usar}
          </Button>
        )}
        <Button variant="subtle" onClick={onCancelar}>
          {geral.cancelar}
        </Button>
      </div>
    </Formulario>
  );
}

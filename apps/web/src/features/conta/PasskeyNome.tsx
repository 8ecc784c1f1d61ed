import { NOME_MAX } from "@malote/contract";
import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { explainFalha, inLine, Recusa } from "../../rpc/falhas.ts";
import { geral } from "../../textos/geral.ts";
import { passkeys as textos } from "../../textos/passkeys.ts";
import { Formulario } from "../../ui/Formulario.tsx";
import classes from "./Painel.module.css";

/** Asks for the name of a passkey; errors are shown under the field. */
export function PasskeyNome(props: {
  inicial: string;
  acao: string;
  onPronto: (nome: string) => Promise<void>;
  onCancelar: () => void;
}): React.JSX.Element {
  const { inicial, acao, onPronto, onCancelar } = props;
  const [nome, setNome] = useState(inicial);
  const [erro, setErro] = useState<string | null>(null);
  const [indo, setIndo] = useState(false);
  const submit = async (): Promise<void> => {
    setIndo(true);
    try {
      await onPronto(nome.trim());
    } catch (error) {
      const falha = error instanceof Recusa ? null : explainFalha(error);
      setErro(error instanceof Recusa ? error.message : falha && inLine(falha));
      setIndo(false);
    }
  };
  return (
    <Formulario
      className={classes.form}
      alterado={nome !== inicial}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TextInput
        label={textos.nome}
        description={erro === null ? textos.nomeDica : undefined}
        error={erro}
        value={nome}
        maxLength={NOME_MAX}
        autoFocus
        onChange={({ currentTarget }) => {
          setNome(currentTarget.value);
          setErro(null);
        }}
      />
      <div className={classes.acoes}>
        <Button type="submit" variant="default" disabled={nome.trim() === ""} loading={indo}>
          {acao}
        </Button>
        <Button variant="subtle" onClick={onCancelar}>
          {geral.cancelar}
        </Button>
      </div>
    </Formulario>
  );
}

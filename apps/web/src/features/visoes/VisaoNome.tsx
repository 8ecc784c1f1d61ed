import { TextInput } from "@mantine/core";
import { useState } from "react";
import { painelDeVisoes as textos } from "../../textos/visoes-painel.ts";
import { releaseAlterados } from "../../ui/abandonar.ts";
import { Formulario } from "../../ui/Formulario.tsx";
import classes from "./VisoesPainel.module.css";
import { VISAO_NOME_MAX } from "./visoes.ts";

/** The field for the name of a view; Enter or the button saves it. */
export function VisaoNome(props: {
  rotulo: string;
  dica?: string;
  inicial?: string;
  /** Takes the focus when the panel opens. */
  primeiro?: boolean;
  recusa: (nome: string) => keyof typeof textos.recusas | null;
  onSalvar: (nome: string) => void;
  children: React.ReactNode;
}): React.JSX.Element {
  const { rotulo, dica, inicial = "", primeiro = false, recusa, onSalvar, children } = props;
  const [nome, setNome] = useState(inicial);
  const [erro, setErro] = useState<string | null>(null);
  const submit = (event: React.FormEvent): void => {
    event.preventDefault();
    const why = recusa(nome);
    if (why !== null) {
      setErro(textos.recusas[why]);
      return;
    }
    releaseAlterados();
    onSalvar(nome.trim());
  };
  return (
    <Formulario className={classes.nome} alterado={nome !== inicial} onSubmit={submit}>
      <TextInput
        label={rotulo}
        description={erro ? undefined : dica}
        error={erro}
        value={nome}
        maxLength={VISAO_NOME_MAX}
        autoComplete="off"
        data-autofocus={primeiro || undefined}
        autoFocus={inicial !== ""}
        onChange={({ currentTarget }) => {
          setNome(currentTarget.value);
          setErro(null);
        }}
      />
      <div className={classes.botoes}>{children}</div>
    </Formulario>
  );
}

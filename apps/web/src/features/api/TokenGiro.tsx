import { API_TOKEN_GRACA_HORAS } from "@malote/contract";
import { Button, Radio } from "@mantine/core";
import { useEffect, useState } from "react";
import { type ApiToken, type Feito, rotateApiToken } from "../../rpc/api-token.ts";
import { explainFalha, inLine } from "../../rpc/falhas.ts";
import { api } from "../../textos/api.ts";
import { Alerta } from "../../ui/Alerta.tsx";
import { Formulario } from "../../ui/Formulario.tsx";
import gaveta from "../../ui/Gaveta.module.css";
import classes from "./Api.module.css";

const textos = api.giro;
// `Object.entries` sorts keys that look like integers, which is the order wanted here.
const OPCOES = Object.entries(textos.opcoes);
const PADRAO = String(API_TOKEN_GRACA_HORAS);
const PERGUNTA = { ...api.gaveta.abandonar, destrutiva: true };

/** Rotates the secret of a token; the user selects how long the current one stays valid. */
export function TokenGiro(props: {
  token: ApiToken;
  onDirty: (dirty: boolean) => void;
  onFeito: (feito: Feito) => void;
  onCancelar: () => void;
}): React.JSX.Element {
  const { token, onDirty, onFeito, onCancelar } = props;
  const [horas, setHoras] = useState(PADRAO);
  const alterado = horas !== PADRAO;
  useEffect(() => onDirty(alterado), [alterado, onDirty]);
  const [girando, setGirando] = useState(false);
  const [erro, setErro] = useState<string | null>(null);
  const saindo = token.segredos.find(({ terminaEm }) => terminaEm !== null);
  const rotate = async (): Promise<void> => {
    setGirando(true);
    setErro(null);
    try {
      onFeito(await rotateApiToken(token.id, Number(horas)));
    } catch (error) {
      const falha = explainFalha(error);
      setErro(falha ? inLine(falha) : null);
      setGirando(false);
    }
  };
  return (
    <Formulario
      className={gaveta.form}
      alterado={alterado}
      pergunta={PERGUNTA}
      onSubmit={(event) => {
        event.preventDefault();
        void rotate();
      }}
    >
      <div className={gaveta.rolo}>
        {erro !== null && <Alerta>{erro}</Alerta>}
        <p className={classes.destaque}>{token.nome}</p>
        <p className={gaveta.texto}>{textos.texto}</p>
        <Radio.Group label={textos.anterior} value={horas} onChange={setHoras}>
          <div className={gaveta.opcoes}>
            {OPCOES.map(([valor, rotulo]) => (
              <Radio key={valor} value={valor} label={rotulo} />
            ))}
          </div>
        </Radio.Group>
        {saindo && <p className={classes.aviso}>{textos.terceiro(saindo.mascara)}</p>}
      </div>
      <footer className={gaveta.pe}>
        <Button variant="default" onClick={onCancelar}>
          {api.gaveta.cancelar}
        </Button>
        <Button type="submit" loading={girando}>
          {textos.girar}
        </Button>
      </footer>
    </Formulario>
  );
}

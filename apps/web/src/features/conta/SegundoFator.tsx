import type { ResultOf } from "@malote/contract";
import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { call } from "../../rpc/call.ts";
import { explainFalha, Recusa } from "../../rpc/falhas.ts";
import { refreshUsuarios } from "../../rpc/usuarios.ts";
import { senhaNova } from "../../textos/contas.ts";
import { geral } from "../../textos/geral.ts";
import { minhaConta } from "../../textos/minha-conta.ts";
import { Segredo } from "../../ui/Segredo.tsx";
import { avisar, avisarFalha } from "../../ui/toast.tsx";
import classes from "./Painel.module.css";
import { Painel } from "./Painel.tsx";

const textos = minhaConta.segundoFator;
type Iniciado = ResultOf<"Auth.startSegundoFator">["object"];
type Fase =
  | { nome: "parado" }
  | { nome: "senha"; para: "ligar" | "desligar" }
  | { nome: "codigo"; iniciado: Iniciado }
  | { nome: "reservas"; codigos: string[] };

/** A code of an authenticator beside the password: turned on in two steps, off with the password. */
export function SegundoFator({ ligado }: { ligado: boolean }): React.JSX.Element {
  const [fase, setFase] = useState<Fase>({ nome: "parado" });
  const stop = (): void => setFase({ nome: "parado" });
  const onSenha = async (senha: string, para: "ligar" | "desligar"): Promise<void> => {
    if (para === "ligar") {
      setFase({ nome: "codigo", iniciado: (await call("Auth.startSegundoFator", { senha })).object });
      return;
    }
    await call("Auth.removeSegundoFator", { senha });
    await refreshUsuarios();
    avisar(textos.desfeito);
    stop();
  };
  const onCodigo = async (codigo: string): Promise<void> => {
    const { object } = await call("Auth.confirmSegundoFator", { codigo });
    setFase({ nome: "reservas", codigos: object.codigosReserva });
    await refreshUsuarios();
    avisar(textos.feito);
  };
  return (
    <Painel titulo={textos.titulo} texto={textos.texto}>
      {fase.nome === "parado" && (
        <div className={classes.acoes}>
          <Button
            variant="default"
            onClick={() => setFase({ nome: "senha", para: ligado ? "desligar" : "ligar" })}
          >
            {ligado ? textos.desligar : textos.ligar}
          </Button>
          <span className={classes.nota}>{ligado ? textos.ligado : textos.desligado}</span>
        </div>
      )}
      {fase.nome === "senha" && (
        <Passo campo="senha" onCancelar={stop} onPronto={(senha) => onSenha(senha, fase.para)} />
      )}
      {fase.nome === "codigo" && (
        <>
          <p>{textos.ler}</p>
          <img
            className={classes.qr}
            src={`data:image/svg+xml;utf8,${encodeURIComponent(fase.iniciado.qrSvg)}`}
            alt={textos.qr}
          />
          <p>
            {textos.chave}: <code className={`mono ${classes.segredo}`}>{fase.iniciado.segredo}</code>
          </p>
          <Passo campo="codigo" onCancelar={stop} onPronto={onCodigo} />
        </>
      )}
      {fase.nome === "reservas" && <Reservas codigos={fase.codigos} onGuardei={stop} />}
    </Painel>
  );
}

/** One field and its answer; a refusal is said under it. */
function Passo(props: {
  campo: "senha" | "codigo";
  onPronto: (valor: string) => Promise<void>;
  onCancelar: () => void;
}): React.JSX.Element {
  const { campo, onPronto, onCancelar } = props;
  const [valor, setValor] = useState("");
  const [erro, setErro] = useState<string | null>(null);
  const [indo, setIndo] = useState(false);
  const submit = async (): Promise<void> => {
    setIndo(true);
    try {
      // A password is what was typed, spaces too.
      await onPronto(campo === "senha" ? valor : valor.trim());
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
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
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
        <TextInput {...comum} label={textos.codigo} autoComplete="one-time-code" inputMode="numeric" />
      )}
      <div className={classes.acoes}>
        <Button type="submit" variant="default" disabled={valor.trim() === ""} loading={indo}>
          {textos.confirmar}
        </Button>
        <Button variant="subtle" onClick={onCancelar}>
          {geral.cancelar}
        </Button>
      </div>
    </form>
  );
}

function Reservas(props: { codigos: readonly string[]; onGuardei: () => void }): React.JSX.Element {
  return (
    <>
      <h3 className="t-secao">{textos.reservas}</h3>
      <p>{textos.reservasTexto}</p>
      <ul className={`mono ${classes.reservas}`}>
        {props.codigos.map((codigo) => (
          <li key={codigo}>{codigo}</li>
        ))}
      </ul>
      <div className={classes.acoes}>
        <Button variant="default" onClick={props.onGuardei}>
          {textos.guardei}
        </Button>
      </div>
    </>
  );
}

import { Button } from "@mantine/core";
import { useEffect, useRef } from "react";
import { geral } from "../../textos/geral.ts";
import { minhaConta } from "../../textos/minha-conta.ts";
import { copiar } from "../../ui/copiar.ts";
import classes from "./Painel.module.css";

const textos = minhaConta.segundoFator;

/** The backup codes, shown once. */
export function Reservas(props: { codigos: readonly string[]; onGuardei: () => void }): React.JSX.Element {
  const titulo = useRef<HTMLHeadingElement>(null);
  // They are shown once: focus scrolls them into view.
  useEffect(() => titulo.current?.focus(), []);
  return (
    <>
      <h3 ref={titulo} className="t-secao" tabIndex={-1}>
        {textos.reservas}
      </h3>
      <p>{textos.reservasTexto}</p>
      <ul className={`mono ${classes.reservas}`}>
        {props.codigos.map((codigo) => (
          <li key={codigo}>{codigo}</li>
        ))}
      </ul>
      <div className={classes.acoes}>
        <Button variant="default" onClick={() => void copiar(props.codigos.join("\n"), geral.copiado)}>
          {textos.copiarReservas}
        </Button>
        <Button variant="default" onClick={props.onGuardei}>
          {textos.guardei}
        </Button>
      </div>
    </>
  );
}

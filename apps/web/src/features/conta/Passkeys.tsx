import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../rpc/call.ts";
import { canPasskey } from "../../rpc/can-passkey.ts";
import { createPasskey } from "../../rpc/create-passkey.ts";
import { type Passkey, passkeysQuery, refreshPasskeys } from "../../rpc/minha-conta.ts";
import { type PasskeyProva, proveQuem } from "../../rpc/passkey.ts";
import { passkeys as textos } from "../../textos/passkeys.ts";
import { confirmar } from "../../ui/confirmar.tsx";
import { avisar } from "../../ui/toast.tsx";
import { nameNavegador } from "./navegador.ts";
import classes from "./Painel.module.css";
import { Painel } from "./Painel.tsx";
import { PasskeyLinha } from "./PasskeyLinha.tsx";
import { PasskeyNome } from "./PasskeyNome.tsx";
import { Passo } from "./Passo.tsx";
import { Reservas } from "./Reservas.tsx";
import { refreshFator } from "./refresh-fator.ts";

type Fase =
  | { nome: "parado"; foco: boolean }
  | { nome: "nova" }
  | { nome: "reservas"; codigos: string[] }
  | { nome: "nomeando"; passkey: Passkey }
  | { nome: "ultima"; passkey: Passkey };
type Prova = { codigo: string } | { passkey: PasskeyProva };

/** The user's passkeys: create, rename and remove; or why this address allows none. */
export function Passkeys(): React.JSX.Element | null {
  const { data } = useQuery(passkeysQuery);
  const [fase, setFase] = useState<Fase>({ nome: "parado", foco: false });
  const stop = (): void => setFase({ nome: "parado", foco: true });
  if (!data) return null;
  const { passkeys, origem, limite, autenticador } = data;
  const create = async (nome: string): Promise<void> => {
    const { codigosReserva } = await createPasskey(nome);
    await refreshFator();
    avisar(textos.criada);
    if (codigosReserva.length > 0) return setFase({ nome: "reservas", codigos: codigosReserva });
    stop();
  };
  const rename = async ({ id }: Passkey, nome: string): Promise<void> => {
    await call("Passkey.renamePasskey", { id, nome });
    await refreshPasskeys();
    avisar(textos.renomeada);
    stop();
  };
  const remove = async ({ id }: Passkey, prova?: Prova): Promise<void> => {
    await call("Passkey.removePasskey", { id, ...prova });
    await refreshFator();
    avisar(textos.removida);
    stop();
  };
  const askRemove = async (passkey: Passkey): Promise<void> => {
    if (passkeys.length === 1 && !autenticador) return setFase({ nome: "ultima", passkey });
    const pergunta = { titulo: textos.removerTitulo(passkey.nome), texto: textos.removerTexto };
    if (await confirmar({ ...pergunta, acao: textos.remover, destrutiva: true })) await remove(passkey);
  };
  return (
    <Painel titulo={textos.titulo} texto={textos.texto}>
      <ul className={classes.lista}>
        {passkeys.map((passkey) => (
          <PasskeyLinha
            key={passkey.id}
            passkey={passkey}
            onRenomear={() => setFase({ nome: "nomeando", passkey })}
            onRemover={() => askRemove(passkey)}
          />
        ))}
      </ul>
      {fase.nome === "parado" && (
        <Cadastrar
          cheia={passkeys.length >= limite ? limite : null}
          origem={origem}
          foco={fase.foco}
          onNova={() => setFase({ nome: "nova" })}
        />
      )}
      {fase.nome === "nova" && (
        <PasskeyNome
          inicial={nameNavegador(navigator.userAgent) ?? ""}
          acao={textos.cadastrar}
          onPronto={create}
          onCancelar={stop}
        />
      )}
      {fase.nome === "nomeando" && (
        <PasskeyNome
          key={fase.passkey.id}
          inicial={fase.passkey.nome}
          acao={textos.salvar}
          onPronto={(nome) => rename(fase.passkey, nome)}
          onCancelar={stop}
        />
      )}
      {fase.nome === "ultima" && (
        <>
          <p>{textos.ultima}</p>
          <Passo
            campo="prova"
            onCancelar={stop}
            onPronto={(codigo) => remove(fase.passkey, { codigo })}
            onPasskey={
              canPasskey() ? async () => remove(fase.passkey, { passkey: await proveQuem() }) : undefined
            }
          />
        </>
      )}
      {fase.nome === "reservas" && <Reservas codigos={fase.codigos} onGuardei={stop} />}
    </Painel>
  );
}

/** The button that creates a passkey, or the reason why none can be created. */
function Cadastrar(props: {
  /** The limit, once it is reached. */
  cheia: number | null;
  origem: string | null;
  /** Whether the button takes the focus. */
  foco: boolean;
  onNova: () => void;
}): React.JSX.Element {
  const { cheia, origem, foco, onNova } = props;
  if (origem === null) return <p className={classes.aviso}>{textos.semEndereco}</p>;
  if (origem !== window.location.origin) {
    return (
      <p className={classes.aviso}>
        {textos.outroEndereco(window.location.origin)}
        <a className="link" href={`${origem}/minha_conta`}>
          {origem}
        </a>
        .
      </p>
    );
  }
  if (!canPasskey()) return <p className={classes.aviso}>{textos.semNavegador}</p>;
  if (cheia !== null) return <p className={classes.nota}>{textos.cheia(cheia)}</p>;
  return (
    <div className={classes.acoes}>
      <Button variant="default" autoFocus={foco} onClick={onNova}>
        {textos.cadastrar}
      </Button>
    </div>
  );
}

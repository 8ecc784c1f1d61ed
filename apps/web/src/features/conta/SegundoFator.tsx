import type { ResultOf } from "@malote/contract";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../rpc/call.ts";
import { canPasskey } from "../../rpc/can-passkey.ts";
import { Recusa } from "../../rpc/falhas.ts";
import { passkeysQuery } from "../../rpc/minha-conta.ts";
import { type PasskeyProva, proveQuem } from "../../rpc/passkey.ts";
import { minhaConta } from "../../textos/minha-conta.ts";
import { avisar } from "../../ui/toast.tsx";
import classes from "./Painel.module.css";
import { Painel } from "./Painel.tsx";
import { Passo } from "./Passo.tsx";
import { Reservas } from "./Reservas.tsx";
import { refreshFator } from "./refresh-fator.ts";

const textos = minhaConta.segundoFator;
type Iniciado = ResultOf<"Auth.startSegundoFator">["object"];
type Prova = { codigo: string } | { passkey: PasskeyProva };
type Fase =
  | { nome: "parado"; foco: boolean }
  | { nome: "senha" }
  | { nome: "prova" }
  | { nome: "prova-senha"; prova: Prova }
  | { nome: "codigo"; iniciado: Iniciado }
  | { nome: "reservas"; codigos: string[] };

/**
 * The second factor by authenticator: enabled in two steps, disabled with a code and, after an old
 * sign-in, the password. The flag says that the conta requires it of this user.
 */
export function SegundoFator({ falta }: { falta: boolean }): React.JSX.Element {
  const { data: lista } = useQuery(passkeysQuery);
  const ligado = lista?.autenticador ?? false;
  const comPasskey = canPasskey() && (lista?.passkeys.length ?? 0) > 0;
  const [fase, setFase] = useState<Fase>({ nome: "parado", foco: false });
  const stop = (): void => setFase({ nome: "parado", foco: true });
  const onSenha = async (senha: string): Promise<void> => {
    setFase({ nome: "codigo", iniciado: (await call("Auth.startSegundoFator", { senha })).object });
  };
  const turnOff = async (provas: Prova & { senha?: string }): Promise<void> => {
    await call("Auth.removeSegundoFator", provas);
    await refreshFator();
    avisar(textos.desfeito);
    stop();
  };
  const onProva = async (prova: Prova): Promise<void> => {
    try {
      await turnOff(prova);
    } catch (error) {
      if (!(error instanceof Recusa) || error.erros[0]?.campo !== "senha") throw error;
      setFase({ nome: "prova-senha", prova });
    }
  };
  const onCodigo = async (codigo: string): Promise<void> => {
    const { object } = await call("Auth.confirmSegundoFator", { codigo });
    setFase({ nome: "reservas", codigos: object.codigosReserva });
    await refreshFator();
    avisar(textos.feito);
  };
  return (
    <Painel titulo={textos.titulo} texto={textos.texto}>
      {falta && <p className={classes.aviso}>{minhaConta.seguranca.falta}</p>}
      {fase.nome === "parado" && (
        <div className={classes.acoes}>
          <Button
            variant="default"
            autoFocus={fase.foco}
            onClick={() => setFase({ nome: ligado ? "prova" : "senha" })}
          >
            {ligado ? textos.desligar : textos.ligar}
          </Button>
          <span className={classes.nota}>{situacaoOf(ligado, lista?.passkeys.length ?? 0)}</span>
        </div>
      )}
      {fase.nome === "senha" && <Passo campo="senha" onCancelar={stop} onPronto={onSenha} />}
      {fase.nome === "prova" && (
        <Passo
          campo="prova"
          onCancelar={stop}
          onPronto={(codigo) => onProva({ codigo })}
          onPasskey={comPasskey ? async () => onProva({ passkey: await proveQuem() }) : undefined}
        />
      )}
      {fase.nome === "prova-senha" && (
        <Passo campo="senha" onCancelar={stop} onPronto={(senha) => turnOff({ ...fase.prova, senha })} />
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

function situacaoOf(ligado: boolean, passkeys: number): string {
  if (ligado) return textos.ligado;
  return passkeys > 0 ? textos.desligadoComPasskey : textos.desligado;
}

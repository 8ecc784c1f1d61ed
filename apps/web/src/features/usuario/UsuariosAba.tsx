import { useQuery } from "@tanstack/react-query";
import { useZona } from "../../rpc/atual.ts";
import { useIsGerente } from "../../rpc/caixas.ts";
import { explainFalha } from "../../rpc/falhas.ts";
import { usuariosQuery } from "../../rpc/usuarios.ts";
import { geral } from "../../textos/geral.ts";
import { usuarios as textos } from "../../textos/usuarios.ts";
import { AbaPage } from "../../ui/AbaPage.tsx";
import { ListaAcoes } from "../../ui/ListaAcoes.tsx";
import { useOrdem } from "../../ui/ordem.ts";
import { useTeclasDaLista } from "../../ui/percorrer.ts";
import { ORDENS } from "./situacao.ts";
import classes from "./Usuarios.module.css";
import { UsuariosLista } from "./UsuariosLista.tsx";

/** The users of the conta, as a tab of its administration. */
export function UsuariosAba({ abas }: { abas: React.ReactNode }): React.JSX.Element {
  const zona = useZona();
  const gerente = useIsGerente() ?? false;
  const query = useQuery(usuariosQuery);
  const [ordem, setOrdem] = useOrdem(ORDENS);
  useTeclasDaLista();
  return (
    <AbaPage
      titulo={textos.lista}
      total={(data) => textos.total(data.length)}
      pedido={query}
      falha={explainFalha}
      zona={zona}
      acoes={
        <ListaAcoes
          valor={ordem}
          opcoes={ORDENS.map((valor) => ({ valor, rotulo: textos.ordens[valor] }))}
          onChange={setOrdem}
          nova={gerente ? { rotulo: textos.novo, to: "/usuario/novo" } : null}
          vazia={false}
        />
      }
      abas={abas}
      esqueleto={<UsuariosEsqueleto />}
    >
      {(data) => <UsuariosLista usuarios={data} ordem={ordem} />}
    </AbaPage>
  );
}

function UsuariosEsqueleto(): React.JSX.Element {
  return (
    <div role="status" aria-label={geral.carregando}>
      {["a", "b", "c"].map((linha) => (
        <div key={linha} className={classes.esqueleto}>
          <span style={{ width: 200 }} />
          <span style={{ width: 180 }} />
          <span style={{ width: 96 }} />
        </div>
      ))}
    </div>
  );
}

import classes from "./XmlVisor.module.css";
import type { LinhaXml } from "./xml-linhas.ts";

/** One line of the XML tree, with the matches of the search highlighted. */
export function XmlLinha(props: {
  linha: LinhaXml;
  dobrada: boolean;
  busca: string;
  alvo: boolean;
}): React.JSX.Element {
  const { linha, dobrada, busca, alvo } = props;
  const { tipo, nivel, nome, atributos, texto } = linha;
  const mark = (part: string): React.ReactNode => <Marcado texto={part} busca={busca} alvo={alvo} />;
  const style = { paddingLeft: nivel * 18 };
  if (tipo === "declaracao") {
    return (
      <code className={classes.sinal} style={style}>
        {nome}
      </code>
    );
  }
  if (tipo === "fecha") {
    return (
      <code style={style}>
        <span className={classes.sinal}>{"</"}</span>
        <span className={classes.nome}>{nome}</span>
        <span className={classes.sinal}>{">"}</span>
      </code>
    );
  }
  const closes = tipo === "folha" || dobrada;
  return (
    <code style={style}>
      <span className={classes.sinal}>{"<"}</span>
      <span className={classes.nome}>{mark(nome)}</span>
      {atributos.map(([name, value]) => (
        <span key={name}>
          {" "}
          <span className={classes.atributo}>{name}</span>
          <span className={classes.sinal}>="</span>
          <span className={classes.valor}>{mark(value)}</span>
          <span className={classes.sinal}>"</span>
        </span>
      ))}
      <span className={classes.sinal}>{tipo === "folha" && texto === "" ? "/>" : ">"}</span>
      {tipo === "folha" ? <span className={classes.texto}>{mark(texto)}</span> : null}
      {dobrada && <span className={classes.sinal}>…</span>}
      {closes && !(tipo === "folha" && texto === "") && (
        <>
          <span className={classes.sinal}>{"</"}</span>
          <span className={classes.nome}>{nome}</span>
          <span className={classes.sinal}>{">"}</span>
        </>
      )}
    </code>
  );
}

function Marcado(props: { texto: string; busca: string; alvo: boolean }): React.ReactNode {
  const { texto, busca, alvo } = props;
  const wanted = busca.trim().toLowerCase();
  const at = wanted === "" ? -1 : texto.toLowerCase().indexOf(wanted);
  if (at === -1) return texto;
  return (
    <>
      {texto.slice(0, at)}
      <mark className={classes.achado} data-alvo={alvo}>
        {texto.slice(at, at + wanted.length)}
      </mark>
      {texto.slice(at + wanted.length)}
    </>
  );
}

/** In construction: its owner replaces it whole. */
export function FiltroPage(): React.JSX.Element {
  return <h1>Filtro</h1>;
}

/** What the page's answer has cost: at the bottom of every page. */
import { type Cost, countsInWords, inWords } from '../api/cost.ts'

export function CostBar({ cost }: { readonly cost: Cost | undefined }) {
  return (
    <aside class="cost" aria-label="What this page has cost">
      {cost === undefined ? (
        <p>No answer yet</p>
      ) : (
        <details>
          <summary>{inWords(cost)}</summary>
          <table>
            <caption>
              What became of the keys that each loader was asked for, and of each cached resolver’s calls
            </caption>
            <tbody>
              {cost.parts.map(([name, counts]) => (
                <tr key={name}>
                  <th scope="row">
                    <code>{name}</code>
                  </th>
                  <td>{countsInWords(counts)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      )}
    </aside>
  )
}

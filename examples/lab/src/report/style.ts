/** The looks of the pictures. Colours and dashes are those of the lab's page: who sees no colours has the dashes. */

export const STYLE = `<style>
  text { font: 13px system-ui, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif; fill: #1f2328 }
  text.heading { font-size: 17px; font-weight: 650 }
  text.panel { font-weight: 600 }
  text.note, text.time, text.value, text.level-name { fill: #59636e }
  text.time { text-anchor: middle }
  text.value { text-anchor: end }
  text.event-name { font-weight: 600 }
  text.name { font-weight: 600; stroke: none }
  .ground { fill: #ffffff }
  .grid { fill: none; stroke: #1f2328; stroke-opacity: .1 }
  .event { fill: none; stroke: #59636e; stroke-width: 1.5 }
  .fault { fill: #c8500a; fill-opacity: .1 }
  .level { fill: none; stroke: #59636e }
  .line { fill: none; stroke-width: 2.5; stroke-linejoin: round }
  .line.none { stroke-dasharray: 2 3 }
  .line.single-flight { stroke-dasharray: 9 4 }
  .line.larder { stroke-width: 3; stroke-linecap: round }
  .none { stroke: #c8500a }
  .single-flight { stroke: #4060c8 }
  .larder { stroke: #0b7a53 }
  text.none { fill: #c8500a }
  text.single-flight { fill: #4060c8 }
  text.larder { fill: #0b7a53 }
  @media (prefers-color-scheme: dark) {
    text { fill: #f0f6fc }
    text.note, text.time, text.value, text.level-name { fill: #9198a1 }
    .ground { fill: #0d1117 }
    .grid { stroke: #f0f6fc }
    .event, .level { stroke: #9198a1 }
    .fault { fill: #ff9a57 }
    .none { stroke: #ff9a57 }
    .single-flight { stroke: #8fabff }
    .larder { stroke: #53d6a2 }
    text.none { fill: #ff9a57 }
    text.single-flight { fill: #8fabff }
    text.larder { fill: #53d6a2 }
  }
</style>`

/**
 * The package document of a book, an EJS template for the EPUB library. The library's default reserves all rights for the
 * library, omits the description and writes invalid dates.
 */
export const packageDocument = (direction: 'ltr' | 'rtl'): string => `<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="BookId" xml:lang="<%= lang %>">
  <metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
    <dc:identifier id="BookId"><%= uuid %></dc:identifier>
    <dc:title><%= title %></dc:title>
    <dc:language><%= lang %></dc:language>
    <dc:creator><%= author.join(', ') %></dc:creator>
    <% if (description) { %><dc:description><%= description %></dc:description><% } %>
    <dc:date><%= date.slice(0, 10) %></dc:date>
    <meta property="dcterms:modified"><%= date.slice(0, 19) %>Z</meta>
  </metadata>
  <manifest>
    <item id="cover" href="cover.xhtml" media-type="application/xhtml+xml" properties="svg"/>
    <item id="image_cover" href="cover.<%= coverExtension %>" media-type="<%= coverMediaType %>" properties="cover-image"/>
    <item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>
    <item id="toc" href="toc.xhtml" media-type="application/xhtml+xml" properties="nav"/>
    <item id="css" href="style.css" media-type="text/css"/>
    <% content.forEach(({ id, href, isCover }, index) => { if (isCover) return; %>
    <item id="content_<%= index %>_<%= id %>" href="<%= href %>" media-type="application/xhtml+xml"/><% }) %>
  </manifest>
  <spine toc="ncx" page-progression-direction="${direction}">
    <itemref idref="cover"/>
    <itemref idref="toc"/>
    <% content.forEach(({ id, isCover }, index) => { if (isCover) return; %><itemref idref="content_<%= index %>_<%= id %>"/><% }) %>
  </spine>
</package>
`
